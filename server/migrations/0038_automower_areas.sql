ALTER TABLE "automower" ADD COLUMN "area_zones" jsonb DEFAULT '[]'::jsonb NOT NULL;
