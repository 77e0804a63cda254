ALTER TABLE "service_plans" ADD COLUMN "checklist" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "service_records" ADD COLUMN "checklist" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "service_records" ADD COLUMN "parts" jsonb DEFAULT '[]'::jsonb NOT NULL;