-- CreateTable
CREATE TABLE "digest" (
    "user_id" INTEGER NOT NULL,
    "frequency" TEXT NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "epoch" UUID NOT NULL,
    "position" BIGINT NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "lease" UUID,
    "leased_until" TIMESTAMPTZ(3),

    CONSTRAINT "digest_pkey" PRIMARY KEY ("user_id")
);

-- CreateIndex
CREATE INDEX "digest_due_at_idx" ON "digest"("due_at");

-- AddForeignKey
ALTER TABLE "digest" ADD CONSTRAINT "digest_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;
