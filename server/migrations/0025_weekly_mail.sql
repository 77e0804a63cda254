ALTER TABLE "notification_choices" ADD COLUMN "weekly_report" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "notification_choices" ADD COLUMN "reported_week" text;