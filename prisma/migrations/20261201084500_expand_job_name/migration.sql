-- AlterTable
ALTER TABLE "job" ADD COLUMN     "name" TEXT;
