CREATE TABLE "shift_routes" (
	"shift_id" uuid NOT NULL,
	"mower_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"state" text NOT NULL,
	"pause" jsonb,
	"tasks" jsonb NOT NULL,
	"runner_id" uuid,
	"is_live" boolean NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "shift_routes_shift_id_mower_id_pk" PRIMARY KEY("shift_id","mower_id")
);
--> statement-breakpoint
CREATE TABLE "shifts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"day" text NOT NULL,
	"name" text NOT NULL,
	"from_at" timestamp (3) with time zone NOT NULL,
	"until_at" timestamp (3) with time zone NOT NULL,
	"release" jsonb,
	"created_by" text NOT NULL,
	"created_by_id" bigint,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "shift_routes" ADD CONSTRAINT "shift_routes_shift_id_shifts_id_fk" FOREIGN KEY ("shift_id") REFERENCES "public"."shifts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "shift_routes_one_live_per_mower" ON "shift_routes" USING btree ("mower_id") WHERE is_live;--> statement-breakpoint
CREATE INDEX "shift_routes_missions" ON "shift_routes" USING gin ("tasks");--> statement-breakpoint
CREATE INDEX "shifts_day" ON "shifts" USING btree ("day","from_at");