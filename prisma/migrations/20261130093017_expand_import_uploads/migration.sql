-- CreateTable
CREATE TABLE "import_upload" (
    "id" INTEGER NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "status" TEXT NOT NULL,
    "is_dry_run" BOOLEAN NOT NULL,
    "request" JSONB NOT NULL,
    "bytes" BIGINT NOT NULL DEFAULT 0,
    "progress" JSONB,
    "report" JSONB,
    "problems" JSONB,
    "error" TEXT,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "lease" UUID,
    "leased_until" TIMESTAMPTZ(3),

    CONSTRAINT "import_upload_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "import_upload_part" (
    "upload_id" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "data" BYTEA NOT NULL,

    CONSTRAINT "import_upload_part_pkey" PRIMARY KEY ("upload_id","kind","number")
);

-- CreateIndex
CREATE INDEX "import_upload_organization_id_idx" ON "import_upload"("organization_id");

-- CreateIndex
CREATE INDEX "import_upload_user_id_idx" ON "import_upload"("user_id");

-- AddForeignKey
ALTER TABLE "import_upload" ADD CONSTRAINT "import_upload_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "import_upload" ADD CONSTRAINT "import_upload_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "import_upload_part" ADD CONSTRAINT "import_upload_part_upload_id_fkey" FOREIGN KEY ("upload_id") REFERENCES "import_upload"("id") ON DELETE CASCADE ON UPDATE CASCADE;
