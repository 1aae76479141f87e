-- AlterTable
ALTER TABLE "api_key" ADD COLUMN     "replaces_id" INTEGER;

-- CreateTable
CREATE TABLE "api_key_usage" (
    "api_key_id" INTEGER NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "day" DATE NOT NULL,
    "requests" INTEGER NOT NULL,
    "errors" INTEGER NOT NULL,

    CONSTRAINT "api_key_usage_pkey" PRIMARY KEY ("api_key_id","day")
);

-- CreateIndex
CREATE INDEX "api_key_usage_organization_id_day_idx" ON "api_key_usage"("organization_id", "day");

-- CreateIndex
CREATE UNIQUE INDEX "api_key_replaces_id_key" ON "api_key"("replaces_id");

-- CreateIndex
CREATE INDEX "credit_entry_api_key_id_created_at_idx" ON "credit_entry"("api_key_id", "created_at");

-- AddForeignKey
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_replaces_id_fkey" FOREIGN KEY ("replaces_id") REFERENCES "api_key"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_key_usage" ADD CONSTRAINT "api_key_usage_api_key_id_fkey" FOREIGN KEY ("api_key_id") REFERENCES "api_key"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_key_usage" ADD CONSTRAINT "api_key_usage_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;
