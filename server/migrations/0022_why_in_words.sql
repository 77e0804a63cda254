ALTER TABLE "mission_logs" ADD COLUMN "said" jsonb;--> statement-breakpoint
ALTER TABLE "missions" ADD COLUMN "status_why" jsonb;
