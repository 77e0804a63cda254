ALTER TABLE "zone_types" ADD COLUMN "growth" jsonb;--> statement-breakpoint
ALTER TABLE "standing_plans" ADD COLUMN "only_due" boolean DEFAULT false NOT NULL;