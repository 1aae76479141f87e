-- Company search by part of a name or domain (trigram indexes).
CREATE EXTENSION IF NOT EXISTS "pg_trgm";

-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateEnum
CREATE TYPE "user_role" AS ENUM ('member', 'admin');

-- CreateEnum
CREATE TYPE "key_kind" AS ENUM ('user', 'org');

-- CreateEnum
CREATE TYPE "flag_status" AS ENUM ('queued', 'resolved');

-- CreateEnum
CREATE TYPE "credit_entry_kind" AS ENUM ('grant', 'enrichment', 'export');

-- CreateTable
CREATE TABLE "organization" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "credit_balance" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "organization_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "user" (
    "id" SERIAL NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "email" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "role" "user_role" NOT NULL DEFAULT 'member',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "user_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_key" (
    "id" SERIAL NOT NULL,
    "kind" "key_kind" NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "user_id" INTEGER,
    "prefix" TEXT NOT NULL,
    "hash" BYTEA NOT NULL,
    "label" TEXT,
    "expires_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    "last_used_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by_id" INTEGER,

    CONSTRAINT "api_key_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "company" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "primary_domain" TEXT NOT NULL,
    "industry" TEXT,
    "employee_range" TEXT,
    "country" CHAR(2),
    "founded_year" SMALLINT,
    "domain_count" INTEGER NOT NULL DEFAULT 0,
    "investor_count" INTEGER NOT NULL DEFAULT 0,
    "technology_count" INTEGER NOT NULL DEFAULT 0,
    "partnership_count" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "company_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "company_domain" (
    "domain" TEXT NOT NULL,
    "company_id" INTEGER NOT NULL,
    "is_primary" BOOLEAN NOT NULL,
    "position" SMALLINT NOT NULL,

    CONSTRAINT "company_domain_pkey" PRIMARY KEY ("domain")
);

-- CreateTable
CREATE TABLE "technology" (
    "id" SERIAL NOT NULL,
    "tech_key" TEXT NOT NULL,
    "display_name" TEXT NOT NULL,
    "category" TEXT,

    CONSTRAINT "technology_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "company_technology" (
    "company_id" INTEGER NOT NULL,
    "technology_id" INTEGER NOT NULL,
    "detection_count" INTEGER NOT NULL,
    "first_seen" TIMESTAMPTZ(3) NOT NULL,
    "last_seen" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "company_technology_pkey" PRIMARY KEY ("company_id","technology_id")
);

-- CreateTable
CREATE TABLE "investor" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,

    CONSTRAINT "investor_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "company_investor" (
    "company_id" INTEGER NOT NULL,
    "investor_id" INTEGER NOT NULL,
    "position" SMALLINT NOT NULL,

    CONSTRAINT "company_investor_pkey" PRIMARY KEY ("company_id","investor_id")
);

-- CreateTable
CREATE TABLE "partnership_observation" (
    "observer_id" INTEGER NOT NULL,
    "partner_id" INTEGER NOT NULL,
    "first_observed_at" TIMESTAMPTZ(3) NOT NULL,
    "last_observed_at" TIMESTAMPTZ(3) NOT NULL,
    "observation_count" INTEGER NOT NULL,

    CONSTRAINT "partnership_observation_pkey" PRIMARY KEY ("observer_id","partner_id")
);

-- CreateTable
CREATE TABLE "partnership" (
    "company_id" INTEGER NOT NULL,
    "partner_id" INTEGER NOT NULL,
    "first_observed_at" TIMESTAMPTZ(3) NOT NULL,
    "last_observed_at" TIMESTAMPTZ(3) NOT NULL,
    "observation_count" INTEGER NOT NULL,

    CONSTRAINT "partnership_pkey" PRIMARY KEY ("company_id","partner_id")
);

-- CreateTable
CREATE TABLE "data_flag" (
    "id" SERIAL NOT NULL,
    "company_id" INTEGER NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "user_id" INTEGER,
    "api_key_id" INTEGER,
    "description" TEXT,
    "status" "flag_status" NOT NULL DEFAULT 'queued',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "resolved_at" TIMESTAMPTZ(3),
    "resolution" TEXT,

    CONSTRAINT "data_flag_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "credit_entry" (
    "id" BIGSERIAL NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "kind" "credit_entry_kind" NOT NULL,
    "amount" INTEGER NOT NULL,
    "balance_after" INTEGER NOT NULL,
    "company_ids" INTEGER[],
    "api_key_id" INTEGER,
    "request_id" TEXT,
    "note" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "credit_entry_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "company_unlock" (
    "organization_id" INTEGER NOT NULL,
    "company_id" INTEGER NOT NULL,
    "unlocked_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "company_unlock_pkey" PRIMARY KEY ("organization_id","company_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "organization_name_key" ON "organization"("name");

-- CreateIndex
CREATE UNIQUE INDEX "user_email_key" ON "user"("email");

-- CreateIndex
CREATE INDEX "user_organization_id_idx" ON "user"("organization_id");

-- CreateIndex
CREATE UNIQUE INDEX "api_key_hash_key" ON "api_key"("hash");

-- CreateIndex
CREATE INDEX "api_key_organization_id_idx" ON "api_key"("organization_id");

-- CreateIndex
CREATE INDEX "api_key_user_id_idx" ON "api_key"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "company_slug_key" ON "company"("slug");

-- CreateIndex
CREATE UNIQUE INDEX "company_primary_domain_key" ON "company"("primary_domain");

-- CreateIndex
CREATE INDEX "company_name_idx" ON "company" USING GIN ("name" gin_trgm_ops);

-- CreateIndex
CREATE INDEX "company_domain_company_id_idx" ON "company_domain"("company_id");

-- CreateIndex
CREATE INDEX "company_domain_domain_idx" ON "company_domain" USING GIN ("domain" gin_trgm_ops);

-- CreateIndex
CREATE UNIQUE INDEX "technology_tech_key_key" ON "technology"("tech_key");

-- CreateIndex
CREATE UNIQUE INDEX "investor_name_key" ON "investor"("name");

-- CreateIndex
CREATE INDEX "company_investor_investor_id_idx" ON "company_investor"("investor_id");

-- CreateIndex
CREATE INDEX "data_flag_status_id_idx" ON "data_flag"("status", "id");

-- CreateIndex
CREATE INDEX "data_flag_company_id_idx" ON "data_flag"("company_id");

-- CreateIndex
CREATE INDEX "data_flag_organization_id_idx" ON "data_flag"("organization_id");

-- CreateIndex
CREATE INDEX "credit_entry_organization_id_id_idx" ON "credit_entry"("organization_id", "id");

-- CreateIndex
CREATE INDEX "company_unlock_company_id_idx" ON "company_unlock"("company_id");

-- AddForeignKey
ALTER TABLE "user" ADD CONSTRAINT "user_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_created_by_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "user"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "company_domain" ADD CONSTRAINT "company_domain_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "company"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "company_investor" ADD CONSTRAINT "company_investor_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "company"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "company_investor" ADD CONSTRAINT "company_investor_investor_id_fkey" FOREIGN KEY ("investor_id") REFERENCES "investor"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "data_flag" ADD CONSTRAINT "data_flag_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "company"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "data_flag" ADD CONSTRAINT "data_flag_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "data_flag" ADD CONSTRAINT "data_flag_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "data_flag" ADD CONSTRAINT "data_flag_api_key_id_fkey" FOREIGN KEY ("api_key_id") REFERENCES "api_key"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "credit_entry" ADD CONSTRAINT "credit_entry_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "credit_entry" ADD CONSTRAINT "credit_entry_api_key_id_fkey" FOREIGN KEY ("api_key_id") REFERENCES "api_key"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "company_unlock" ADD CONSTRAINT "company_unlock_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "company_unlock" ADD CONSTRAINT "company_unlock_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "company"("id") ON DELETE CASCADE ON UPDATE CASCADE;


-- Rules that the schema language cannot state.
-- An overdrawn balance fails the one statement that would cause it: modules/credits maps it to insufficient_credits.
ALTER TABLE "organization" ADD CONSTRAINT "organization_credit_balance_check" CHECK ("credit_balance" >= 0);
ALTER TABLE "user" ADD CONSTRAINT "user_email_check" CHECK ("email" = lower("email"));
-- A personal key has an owner, an organization key has none.
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_owner_check" CHECK (("kind" = 'user') = ("user_id" IS NOT NULL));
ALTER TABLE "company" ADD CONSTRAINT "company_slug_check" CHECK ("slug" <> '' AND position('.' in "slug") = 0);
ALTER TABLE "company" ADD CONSTRAINT "company_employee_range_check" CHECK ("employee_range" IN
    ('1-10', '11-50', '51-200', '201-500', '501-1000', '1001-5000', '5001-10000', '10001+'));
ALTER TABLE "partnership_observation" ADD CONSTRAINT "partnership_observation_pair_check" CHECK ("observer_id" <> "partner_id");
