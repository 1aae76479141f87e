-- AlterTable
ALTER TABLE "api_key" ADD COLUMN     "created_by_key_id" INTEGER;

-- AlterTable
ALTER TABLE "idempotency_record" ADD COLUMN     "bytes" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "list_definition" ADD COLUMN     "bytes" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "organization_usage" (
    "organization_id" INTEGER NOT NULL,
    "lists" INTEGER NOT NULL DEFAULT 0,
    "definition_bytes" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "organization_usage_pkey" PRIMARY KEY ("organization_id")
);

-- CreateIndex
CREATE INDEX "api_key_created_by_key_id_idx" ON "api_key"("created_by_key_id");

-- AddForeignKey
ALTER TABLE "organization_usage" ADD CONSTRAINT "organization_usage_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_created_by_key_id_fkey" FOREIGN KEY ("created_by_key_id") REFERENCES "api_key"("id") ON DELETE SET NULL ON UPDATE CASCADE;
-- What there is already: the length of each definition as it is stored, their sums, and the size of each record. The
-- overhead of a record is that of src/modules/idempotency/records.ts.
UPDATE "list_definition" SET "bytes" = octet_length("registry_version") + coalesce(octet_length("root"::text), 0);

INSERT INTO "organization_usage" ("organization_id", "lists", "definition_bytes")
SELECT l."organization_id", count(DISTINCT l."id"), coalesce(sum(d."bytes"), 0)
FROM "list" l LEFT JOIN "list_definition" d ON d."list_id" = l."id" GROUP BY l."organization_id";

UPDATE "idempotency_record" SET "bytes" = 512 + octet_length("key") + octet_length("route")
  + coalesce(octet_length("headers"::text), 0) + coalesce(octet_length("body"), 0)
  + coalesce((SELECT sum(octet_length(e)) FROM unnest("effects") e), 0);
