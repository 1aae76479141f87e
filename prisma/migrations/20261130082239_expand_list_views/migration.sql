-- CreateTable
CREATE TABLE "list_view" (
    "id" SERIAL NOT NULL,
    "list_id" INTEGER NOT NULL,
    "user_id" INTEGER,
    "name" TEXT NOT NULL,
    "name_key" TEXT NOT NULL,
    "columns" TEXT[],
    "sort" TEXT,
    "breakdowns" TEXT[],
    "tier" TEXT,
    "own_fields" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "list_view_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "list_view_list_id_idx" ON "list_view"("list_id");

-- CreateIndex
CREATE INDEX "list_view_user_id_idx" ON "list_view"("user_id");

-- AddForeignKey
ALTER TABLE "list_view" ADD CONSTRAINT "list_view_list_id_fkey" FOREIGN KEY ("list_id") REFERENCES "list"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "list_view" ADD CONSTRAINT "list_view_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;
