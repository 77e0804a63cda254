ALTER TABLE "missions" ADD COLUMN "pattern" text DEFAULT 'straight' NOT NULL;--> statement-breakpoint
ALTER TABLE "zone_types" ADD COLUMN "patterns" jsonb DEFAULT '["straight"]'::jsonb NOT NULL;