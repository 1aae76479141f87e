-- AlterTable
ALTER TABLE "list_materialization" ADD COLUMN     "paid_until" TIMESTAMPTZ(3);
