CREATE TABLE "staff_job_kinds" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"minutes" integer NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "staff_job_repeats" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind_id" uuid NOT NULL,
	"places" jsonb NOT NULL,
	"person_ids" jsonb NOT NULL,
	"minutes" integer,
	"note" text NOT NULL,
	"repeat" jsonb NOT NULL,
	"first_day" text NOT NULL,
	"paused_until" text,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "staff_jobs" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"day" text NOT NULL,
	"kind_id" uuid,
	"kind" text NOT NULL,
	"hole_id" uuid,
	"place" text NOT NULL,
	"position" integer NOT NULL,
	"person_id" bigint,
	"person" text,
	"planned_minutes" integer NOT NULL,
	"note" text NOT NULL,
	"status" text NOT NULL,
	"started_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"minutes" integer,
	"reason" text,
	"stepped_at" timestamp (3) with time zone,
	"repeat_id" uuid,
	"is_changed_by_hand" boolean NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "staff_job_repeats" ADD CONSTRAINT "staff_job_repeats_kind_id_staff_job_kinds_id_fk" FOREIGN KEY ("kind_id") REFERENCES "public"."staff_job_kinds"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_jobs" ADD CONSTRAINT "staff_jobs_kind_id_staff_job_kinds_id_fk" FOREIGN KEY ("kind_id") REFERENCES "public"."staff_job_kinds"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_jobs" ADD CONSTRAINT "staff_jobs_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_jobs" ADD CONSTRAINT "staff_jobs_repeat_id_staff_job_repeats_id_fk" FOREIGN KEY ("repeat_id") REFERENCES "public"."staff_job_repeats"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "staff_jobs_day" ON "staff_jobs" USING btree ("day","position");--> statement-breakpoint
CREATE INDEX "staff_jobs_person" ON "staff_jobs" USING btree ("person_id","day");--> statement-breakpoint
CREATE UNIQUE INDEX "staff_jobs_once_a_day" ON "staff_jobs" USING btree ("repeat_id","day",coalesce("hole_id"::text, "place")) WHERE repeat_id is not null;