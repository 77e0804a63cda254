ALTER TABLE "mowers" ADD COLUMN "energy" jsonb;--> statement-breakpoint
ALTER TABLE "mowers" ADD COLUMN "energy_use" jsonb;--> statement-breakpoint
ALTER TABLE "mowers" ADD COLUMN "refuelled" jsonb;