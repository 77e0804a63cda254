CREATE TABLE "sms_queue" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" bigint NOT NULL,
	"to" text NOT NULL,
	"text" text NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"tries" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sms_settings" (
	"name" text PRIMARY KEY NOT NULL,
	"enabled" boolean NOT NULL,
	"sealed_address" text,
	"host" text NOT NULL,
	"sealed_headers" text,
	"body" text NOT NULL,
	"body_type" text NOT NULL,
	"expects" text NOT NULL,
	"tried_at" timestamp (3) with time zone,
	"problem" text,
	"detail" text DEFAULT '' NOT NULL,
	"not_before" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "notification_choices" ADD COLUMN "sms" text DEFAULT 'off' NOT NULL;--> statement-breakpoint
ALTER TABLE "sms_queue" ADD CONSTRAINT "sms_queue_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sms_queue_due" ON "sms_queue" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "sms_queue_user" ON "sms_queue" USING btree ("user_id","created_at");