-- CreateEnum
CREATE TYPE "export_scope" AS ENUM ('all', 'high', 'medium', 'exploratory');

-- CreateTable
CREATE TABLE "list_export_payment" (
    "materialization_id" INTEGER NOT NULL,
    "scope" "export_scope" NOT NULL,
    "paid_until" TIMESTAMPTZ(3) NOT NULL,
    "valid_until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "list_export_payment_pkey" PRIMARY KEY ("materialization_id","scope")
);

-- AddForeignKey
ALTER TABLE "list_export_payment" ADD CONSTRAINT "list_export_payment_materialization_id_fkey" FOREIGN KEY ("materialization_id") REFERENCES "list_materialization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Exports until now were of all members.
INSERT INTO "list_export_payment" ("materialization_id", "scope", "paid_until", "valid_until")
SELECT "id", 'all', coalesce("paid_until", "created_at"), "export_valid_until"
FROM "list_materialization" WHERE "export_valid_until" IS NOT NULL;

-- AlterTable
ALTER TABLE "list_materialization" DROP COLUMN "paid_until";
