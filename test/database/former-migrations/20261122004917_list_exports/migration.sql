-- AlterTable
ALTER TABLE "list_materialization" ADD COLUMN     "export_valid_until" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "list_export" (
    "materialization_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "list_id" INTEGER NOT NULL,
    "credits" INTEGER NOT NULL,
    "exported_at" TIMESTAMPTZ(3) NOT NULL,
    "valid_until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "list_export_pkey" PRIMARY KEY ("materialization_id","user_id")
);

-- CreateIndex
CREATE INDEX "list_export_organization_id_idx" ON "list_export"("organization_id");

-- CreateIndex
CREATE INDEX "list_export_user_id_idx" ON "list_export"("user_id");

-- AddForeignKey
ALTER TABLE "list_export" ADD CONSTRAINT "list_export_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "list_export" ADD CONSTRAINT "list_export_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Exports paid for before this migration stay valid for as long as all their companies are known to be unlocked.
UPDATE "list_materialization" SET "export_valid_until" = "paid_until" WHERE "paid_until" IS NOT NULL;
