-- CreateTable
CREATE TABLE "facet_index" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "version" INTEGER NOT NULL DEFAULT 0,
    "format" INTEGER NOT NULL DEFAULT 0,
    "as_of" TIMESTAMPTZ(3),
    "detections_as_of" TIMESTAMPTZ(3),
    "partnerships_as_of" TIMESTAMPTZ(3),
    "refreshed_at" TIMESTAMPTZ(3),

    CONSTRAINT "facet_index_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "facet_posting" (
    "field" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    "window_days" SMALLINT NOT NULL,
    "version" INTEGER NOT NULL,
    "cardinality" INTEGER NOT NULL,
    "base" BYTEA NOT NULL,
    "added" BYTEA,
    "removed" BYTEA,

    CONSTRAINT "facet_posting_pkey" PRIMARY KEY ("field","value","window_days")
);

-- What the schema language cannot state.
ALTER TABLE "facet_index" ADD CONSTRAINT "facet_index_single_row_check" CHECK ("id" = 1);
INSERT INTO "facet_index" ("id") VALUES (1);
-- Bitmaps are compressed already: compressing them again would cost each read and win nothing.
ALTER TABLE "facet_posting" ALTER COLUMN "base" SET STORAGE EXTERNAL,
    ALTER COLUMN "added" SET STORAGE EXTERNAL, ALTER COLUMN "removed" SET STORAGE EXTERNAL;
ALTER TABLE "facet_posting" ADD CONSTRAINT "facet_posting_window_days_check" CHECK ("window_days" IN (0, 90, 365));
