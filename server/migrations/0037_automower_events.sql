ALTER TABLE "automower" ADD COLUMN "events" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "automower" ADD COLUMN "events_address" text DEFAULT 'wss://ws.openapi.husqvarna.dev/v1' NOT NULL;--> statement-breakpoint
ALTER TABLE "automower" ADD COLUMN "events_seen_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "automower" ADD COLUMN "events_problem" text;--> statement-breakpoint
ALTER TABLE "automower" ADD COLUMN "events_detail" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "automower" ADD COLUMN "last_event_at" timestamp (3) with time zone;
