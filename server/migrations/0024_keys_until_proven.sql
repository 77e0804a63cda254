ALTER TABLE "mower_keys" ALTER COLUMN "sealed" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "mower_keys" ADD COLUMN "former" jsonb DEFAULT '[]'::jsonb NOT NULL;