-- CreateTable
CREATE TABLE "facet_rare_words" (
    "company_id" INTEGER NOT NULL,
    "words" TEXT NOT NULL,

    CONSTRAINT "facet_rare_words_pkey" PRIMARY KEY ("company_id")
);

-- CreateIndex
CREATE INDEX "facet_rare_words_words_idx" ON "facet_rare_words" USING GIN ("words" gin_trgm_ops);
