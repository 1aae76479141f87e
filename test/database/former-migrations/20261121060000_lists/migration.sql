-- CreateEnum
CREATE TYPE "list_access" AS ENUM ('viewer', 'editor');

-- CreateEnum
CREATE TYPE "list_domain_kind" AS ENUM ('added', 'excluded');

-- CreateTable
CREATE TABLE "list" (
    "id" SERIAL NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "owner_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "definition_version" INTEGER NOT NULL DEFAULT 1,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "list_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "list_definition" (
    "list_id" INTEGER NOT NULL,
    "version" INTEGER NOT NULL,
    "registry_version" TEXT NOT NULL,
    "root" JSON,
    "author_id" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "list_definition_pkey" PRIMARY KEY ("list_id","version")
);

-- CreateTable
CREATE TABLE "list_domain" (
    "list_id" INTEGER NOT NULL,
    "domain" TEXT NOT NULL,
    "kind" "list_domain_kind" NOT NULL,
    "added_by_id" INTEGER NOT NULL,
    "added_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "list_domain_pkey" PRIMARY KEY ("list_id","domain")
);

-- CreateTable
CREATE TABLE "list_permission" (
    "id" SERIAL NOT NULL,
    "list_id" INTEGER NOT NULL,
    "user_id" INTEGER,
    "access_level" "list_access" NOT NULL,
    "granted_by_id" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "list_permission_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "list_materialization" (
    "id" SERIAL NOT NULL,
    "list_id" INTEGER NOT NULL,
    "revision" INTEGER NOT NULL,
    "definition_version" INTEGER NOT NULL,
    "index_version" INTEGER NOT NULL,
    "high" BYTEA NOT NULL,
    "medium" BYTEA NOT NULL,
    "exploratory" BYTEA NOT NULL,
    "added" BYTEA NOT NULL,
    "high_count" INTEGER NOT NULL,
    "medium_count" INTEGER NOT NULL,
    "exploratory_count" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "list_materialization_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "list_event" (
    "id" BIGSERIAL NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "list_id" INTEGER NOT NULL,
    "actor_id" INTEGER NOT NULL,
    "action" TEXT NOT NULL,
    "details" JSONB NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "list_event_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "list_organization_id_updated_at_idx" ON "list"("organization_id", "updated_at");

-- CreateIndex
CREATE INDEX "list_owner_id_idx" ON "list"("owner_id");

-- CreateIndex
CREATE INDEX "list_definition_author_id_idx" ON "list_definition"("author_id");

-- CreateIndex
CREATE INDEX "list_domain_added_by_id_idx" ON "list_domain"("added_by_id");

-- CreateIndex
CREATE INDEX "list_permission_list_id_idx" ON "list_permission"("list_id");

-- CreateIndex
CREATE INDEX "list_permission_user_id_idx" ON "list_permission"("user_id");

-- CreateIndex
CREATE INDEX "list_permission_granted_by_id_idx" ON "list_permission"("granted_by_id");

-- CreateIndex
CREATE INDEX "list_materialization_list_id_id_idx" ON "list_materialization"("list_id", "id");

-- CreateIndex
CREATE INDEX "list_event_list_id_id_idx" ON "list_event"("list_id", "id");

-- CreateIndex
CREATE INDEX "list_event_organization_id_idx" ON "list_event"("organization_id");

-- CreateIndex
CREATE INDEX "list_event_actor_id_idx" ON "list_event"("actor_id");

-- AddForeignKey
ALTER TABLE "list" ADD CONSTRAINT "list_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "list" ADD CONSTRAINT "list_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "user"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "list_definition" ADD CONSTRAINT "list_definition_list_id_fkey" FOREIGN KEY ("list_id") REFERENCES "list"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "list_definition" ADD CONSTRAINT "list_definition_author_id_fkey" FOREIGN KEY ("author_id") REFERENCES "user"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "list_domain" ADD CONSTRAINT "list_domain_list_id_fkey" FOREIGN KEY ("list_id") REFERENCES "list"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "list_domain" ADD CONSTRAINT "list_domain_added_by_id_fkey" FOREIGN KEY ("added_by_id") REFERENCES "user"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "list_permission" ADD CONSTRAINT "list_permission_list_id_fkey" FOREIGN KEY ("list_id") REFERENCES "list"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "list_permission" ADD CONSTRAINT "list_permission_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "list_permission" ADD CONSTRAINT "list_permission_granted_by_id_fkey" FOREIGN KEY ("granted_by_id") REFERENCES "user"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "list_materialization" ADD CONSTRAINT "list_materialization_list_id_fkey" FOREIGN KEY ("list_id") REFERENCES "list"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "list_event" ADD CONSTRAINT "list_event_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "list_event" ADD CONSTRAINT "list_event_actor_id_fkey" FOREIGN KEY ("actor_id") REFERENCES "user"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What the schema language cannot state.
-- One permission for each user, and one for the whole organization.
CREATE UNIQUE INDEX "list_permission_grantee_key" ON "list_permission"("list_id", COALESCE("user_id", 0));
ALTER TABLE "list" ADD CONSTRAINT "list_name_check" CHECK ("name" <> '');
-- Bitmaps are compressed already.
ALTER TABLE "list_materialization" ALTER COLUMN "high" SET STORAGE EXTERNAL, ALTER COLUMN "medium" SET STORAGE EXTERNAL,
    ALTER COLUMN "exploratory" SET STORAGE EXTERNAL, ALTER COLUMN "added" SET STORAGE EXTERNAL;
