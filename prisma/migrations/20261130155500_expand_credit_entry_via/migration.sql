-- AlterTable
ALTER TABLE "credit_entry" ADD COLUMN     "via" TEXT;
