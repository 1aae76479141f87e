-- AlterTable
ALTER TABLE "list_event" ADD COLUMN     "via" TEXT;
