CREATE TABLE "access_keys" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" bigint NOT NULL,
	"name" text NOT NULL,
	"hash" text NOT NULL,
	"beginning" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	CONSTRAINT "access_keys_hash_unique" UNIQUE("hash")
);
--> statement-breakpoint
CREATE TABLE "audit" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp (3) with time zone NOT NULL,
	"user_id" bigint,
	"who" text NOT NULL,
	"action" text NOT NULL,
	"subject" text NOT NULL,
	"subject_id" text,
	"details" jsonb
);
--> statement-breakpoint
CREATE TABLE "idempotent_answers" (
	"user_id" bigint NOT NULL,
	"key" text NOT NULL,
	"request_hash" text NOT NULL,
	"status" integer NOT NULL,
	"answer" jsonb,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "idempotent_answers_user_id_key_pk" PRIMARY KEY("user_id","key")
);
--> statement-breakpoint
CREATE TABLE "cart_devices" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"cart_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"name" text NOT NULL,
	"paired_at" timestamp (3) with time zone NOT NULL,
	"last_seen_at" timestamp (3) with time zone,
	CONSTRAINT "cart_devices_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "cart_keys" (
	"cart_id" uuid PRIMARY KEY NOT NULL,
	"hash" text NOT NULL,
	"beginning" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	CONSTRAINT "cart_keys_hash_unique" UNIQUE("hash")
);
--> statement-breakpoint
CREATE TABLE "cart_messages" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"cart_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"text" text NOT NULL,
	"from" text,
	"sent_at" timestamp (3) with time zone NOT NULL,
	"seen_at" timestamp (3) with time zone,
	"lifted_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "cart_orders" (
	"request_id" uuid PRIMARY KEY NOT NULL,
	"cart_id" uuid NOT NULL,
	"order_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "cart_pairings" (
	"code_hash" text PRIMARY KEY NOT NULL,
	"cart_id" uuid NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "round_holes" (
	"round_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"hole_id" uuid NOT NULL,
	"hole_name" text NOT NULL,
	"begun_at" timestamp (3) with time zone NOT NULL,
	"left_at" timestamp (3) with time zone,
	"minutes" double precision,
	"stayed_minutes" double precision NOT NULL,
	"pass_minutes" integer NOT NULL,
	"reached_green" boolean NOT NULL,
	CONSTRAINT "round_holes_round_id_number_pk" PRIMARY KEY("round_id","number")
);
--> statement-breakpoint
CREATE TABLE "rounds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"cart_id" uuid,
	"cart_name" text NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "silent_rounds" (
	"cart_id" uuid PRIMARY KEY NOT NULL,
	"round_id" uuid NOT NULL,
	"heard_at" timestamp (3) with time zone NOT NULL,
	"stood" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "blades" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"width_m" double precision NOT NULL,
	"mission_speed_mps" double precision NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "carts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"fuel_litres_per_100_km" double precision,
	"in_service" boolean NOT NULL,
	"home" jsonb,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mower_keys" (
	"mower_id" uuid PRIMARY KEY NOT NULL,
	"sealed" text,
	"fingerprint" text NOT NULL,
	"former" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"created_by" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mowers" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"color" text NOT NULL,
	"blade_id" uuid,
	"system_id" integer NOT NULL,
	"width_m" double precision NOT NULL,
	"min_turn_radius_m" double precision NOT NULL,
	"transit_speed_mps" double precision NOT NULL,
	"turning_speed_mps" double precision NOT NULL,
	"battery_range_m" double precision NOT NULL,
	"blade_switch" jsonb NOT NULL,
	"fuel_litres_per_100_km" double precision,
	"in_service" boolean NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "mowers_system_id" UNIQUE("system_id")
);
--> statement-breakpoint
CREATE TABLE "odometers" (
	"vehicle_id" uuid PRIMARY KEY NOT NULL,
	"distance_m" double precision NOT NULL,
	"driving_s" double precision DEFAULT 0 NOT NULL,
	"blade_s" double precision DEFAULT 0 NOT NULL,
	"counted_to" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "service_plans" (
	"vehicle_id" uuid PRIMARY KEY NOT NULL,
	"every_engine_hours" integer,
	"every_blade_hours" integer,
	"every_days" integer,
	"started_at" timestamp (3) with time zone NOT NULL,
	"told_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "service_records" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"vehicle_id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"what" text NOT NULL,
	"by" text NOT NULL,
	"driving_s" double precision,
	"blade_s" double precision
);
--> statement-breakpoint
CREATE TABLE "grass_memories" (
	"feature_id" uuid PRIMARY KEY NOT NULL,
	"origin_lon" double precision NOT NULL,
	"origin_lat" double precision NOT NULL,
	"min_x" integer NOT NULL,
	"min_y" integer NOT NULL,
	"columns" integer NOT NULL,
	"rows" integer NOT NULL,
	"mower_ids" jsonb NOT NULL,
	"cells" "bytea" NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "link_settings" (
	"name" text PRIMARY KEY NOT NULL,
	"corrections_enabled" boolean NOT NULL,
	"caster_host" text NOT NULL,
	"caster_port" integer NOT NULL,
	"mountpoint" text NOT NULL,
	"caster_user" text NOT NULL,
	"sealed_password" text,
	"second_days" integer,
	"full_rate_days" integer NOT NULL,
	"stops_foreign_drives" boolean DEFAULT false NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mower_autopilots" (
	"mower_id" uuid PRIMARY KEY NOT NULL,
	"fence" text NOT NULL,
	"phone" text,
	"report" jsonb,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "telemetry_chunks" (
	"from_at" timestamp (3) with time zone NOT NULL,
	"to_at" timestamp (3) with time zone NOT NULL,
	"vehicle_id" uuid NOT NULL,
	"samples" "bytea" NOT NULL,
	CONSTRAINT "telemetry_chunks_from_at_vehicle_id_pk" PRIMARY KEY("from_at","vehicle_id")
) PARTITION BY RANGE ("from_at");
--> statement-breakpoint
CREATE TABLE "course_changes" (
	"revision" integer PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"label" text NOT NULL,
	"who" text NOT NULL,
	"user_id" bigint,
	"diff" jsonb NOT NULL,
	"added" integer NOT NULL,
	"updated" integer NOT NULL,
	"removed" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "course_features" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"feature" jsonb NOT NULL,
	"min_lon" double precision NOT NULL,
	"min_lat" double precision NOT NULL,
	"max_lon" double precision NOT NULL,
	"max_lat" double precision NOT NULL,
	"revision" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "course_state" (
	"id" smallint PRIMARY KEY NOT NULL,
	"revision" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "course_versions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"revision" integer NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"who" text NOT NULL,
	CONSTRAINT "course_versions_name_unique" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "direction_ledger" (
	"mission_id" uuid NOT NULL,
	"feature_id" uuid NOT NULL,
	"direction" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"lengths" jsonb,
	"share" double precision DEFAULT 1 NOT NULL,
	CONSTRAINT "direction_ledger_mission_id_feature_id_pk" PRIMARY KEY("mission_id","feature_id")
);
--> statement-breakpoint
CREATE TABLE "mission_logs" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"mission_id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"status" text NOT NULL,
	"who" text NOT NULL,
	"why" text NOT NULL,
	"said" jsonb
);
--> statement-breakpoint
CREATE TABLE "mission_occurrences" (
	"series_id" uuid NOT NULL,
	"day" text NOT NULL,
	"mission_id" uuid NOT NULL,
	CONSTRAINT "mission_occurrences_series_id_day_pk" PRIMARY KEY("series_id","day")
);
--> statement-breakpoint
CREATE TABLE "mission_plans" (
	"mission_id" uuid PRIMARY KEY NOT NULL,
	"plan" jsonb NOT NULL,
	"hash" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mission_progress" (
	"mission_id" uuid PRIMARY KEY NOT NULL,
	"part" integer NOT NULL,
	"approach" jsonb NOT NULL,
	"seq" integer NOT NULL,
	"left_at" jsonb,
	"from_leg" integer DEFAULT 0 NOT NULL,
	"from_point" integer DEFAULT 0 NOT NULL,
	"item_count" integer NOT NULL,
	"mown" text,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mission_runs" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"mission_id" uuid NOT NULL,
	"mower_id" uuid NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"from_seq" integer NOT NULL,
	"outcome" text
);
--> statement-breakpoint
CREATE TABLE "mission_series" (
	"id" uuid PRIMARY KEY NOT NULL,
	"request" jsonb NOT NULL,
	"repeat" jsonb NOT NULL,
	"first_day" text NOT NULL,
	"clock" text NOT NULL,
	"created_by" text NOT NULL,
	"created_by_id" bigint,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mission_stretches" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"mission_id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"blade_on" boolean NOT NULL,
	"points" jsonb NOT NULL,
	"is_remembered" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "missions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"target_kind" text NOT NULL,
	"target_id" uuid NOT NULL,
	"target_cell" jsonb,
	"mower_id" uuid NOT NULL,
	"blade_id" uuid NOT NULL,
	"direction" text NOT NULL,
	"angle_offset_deg" double precision NOT NULL,
	"turn_scheme" text NOT NULL,
	"cleaning_cycles" integer NOT NULL,
	"starts_at" timestamp (3) with time zone,
	"starts_by_itself" boolean NOT NULL,
	"due_handled_at" timestamp (3) with time zone,
	"status" text NOT NULL,
	"status_reason" text,
	"status_why" jsonb,
	"resolved_direction" text NOT NULL,
	"hole_base_angle_deg" double precision NOT NULL,
	"swath_heading_deg" double precision NOT NULL,
	"stats" jsonb NOT NULL,
	"map_revision" integer NOT NULL,
	"plan_source" text DEFAULT 'computed' NOT NULL,
	"slot_s" integer,
	"series_id" uuid,
	"series_day" text,
	"series_repeat" jsonb,
	"progress" double precision NOT NULL,
	"created_by" text NOT NULL,
	"created_by_id" bigint,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"started_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"log_lines" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mail_queue" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"to" text NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notification_choices" (
	"user_id" bigint PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"push" text DEFAULT 'alarm' NOT NULL,
	"quiet_from" text,
	"quiet_to" text,
	"language" text DEFAULT 'en' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notification_reads" (
	"notification_id" uuid NOT NULL,
	"user_id" bigint NOT NULL,
	CONSTRAINT "notification_reads_user_id_notification_id_pk" PRIMARY KEY("user_id","notification_id")
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"level" text NOT NULL,
	"subject" text NOT NULL,
	"subject_id" text,
	"kind" text NOT NULL,
	"values" jsonb NOT NULL,
	"roles" text[] NOT NULL,
	"acknowledged_by" text,
	"acknowledged_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "push_browsers" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" bigint NOT NULL,
	"session_id" uuid,
	"endpoint" text NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"language" text NOT NULL,
	"user_agent" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "push_browsers_endpoint_unique" UNIQUE("endpoint")
);
--> statement-breakpoint
CREATE TABLE "push_keys" (
	"name" text PRIMARY KEY NOT NULL,
	"public_key" text NOT NULL,
	"private_key" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "push_queue" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"browser_id" uuid NOT NULL,
	"message" jsonb NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "backups" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"file_name" text NOT NULL,
	"host" text NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"size_bytes" bigint,
	"problem" text
);
--> statement-breakpoint
CREATE TABLE "mower_leases" (
	"mower_id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"is_heard" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "replicas" (
	"id" uuid PRIMARY KEY NOT NULL,
	"host" text NOT NULL,
	"pid" integer NOT NULL,
	"version" text NOT NULL,
	"is_gateway" boolean NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	"state" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "socket_tickets" (
	"hash" text PRIMARY KEY NOT NULL,
	"session_id" uuid NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "attempts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"login_hash" text NOT NULL,
	"address" text NOT NULL,
	"succeeded" boolean NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "challenges" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" bigint NOT NULL,
	"code_hash" text NOT NULL,
	"code_expires_at" timestamp (3) with time zone NOT NULL,
	"tries" integer NOT NULL,
	"sent_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "resends" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" bigint NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" bigint NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone NOT NULL,
	"user_agent" text DEFAULT '' NOT NULL,
	"address" text DEFAULT '' NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"end_reason" text
);
--> statement-breakpoint
CREATE TABLE "set_up_links" (
	"hash" text PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tokens" (
	"hash" text PRIMARY KEY NOT NULL,
	"session_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	"used_by" text
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "users_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"login" text NOT NULL,
	"fullname" text NOT NULL,
	"phone" text NOT NULL,
	"email" text,
	"role" text NOT NULL,
	"password_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "raster_uploads" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"attribution" text NOT NULL,
	"taken_on" date,
	"file_name" text NOT NULL,
	"size_bytes" bigint NOT NULL,
	"state" text NOT NULL,
	"fault" jsonb,
	"raster_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rasters" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"file_name" text NOT NULL,
	"size_bytes" bigint NOT NULL,
	"attribution" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"taken_on" date,
	"bounds" jsonb,
	"metres_per_pixel" double precision,
	"accuracy_m" double precision,
	"has_reliefs" boolean DEFAULT false NOT NULL,
	CONSTRAINT "rasters_file_name_unique" UNIQUE("file_name")
);
--> statement-breakpoint
CREATE TABLE "categories" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"translations" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"sort" bigint NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "dish_photos" (
	"dish_id" uuid PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"data" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "dishes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"category_id" uuid NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"translations" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"allergens" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"price_minor" bigint NOT NULL,
	"currency" text NOT NULL,
	"is_available" boolean DEFAULT true NOT NULL,
	"sold_out_until" text,
	"served_from" text,
	"served_to" text,
	"sort" bigint NOT NULL,
	"photo" text,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"day" date NOT NULL,
	"number" integer NOT NULL,
	"status" text NOT NULL,
	"cart_id" uuid,
	"cart_name" text,
	"lines" jsonb NOT NULL,
	"currency" text NOT NULL,
	"total_minor" bigint NOT NULL,
	"note" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"name" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "technical_numbers" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"phone" text NOT NULL,
	"department" text NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "zone_types" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"color" text NOT NULL,
	"directions" jsonb NOT NULL,
	"allows_intersection" boolean NOT NULL,
	"mowable" boolean NOT NULL,
	"interval_days" integer,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "positions" (
	"at" timestamp (3) with time zone NOT NULL,
	"vehicle_id" uuid NOT NULL,
	"lon" double precision NOT NULL,
	"lat" double precision NOT NULL,
	"heading_deg" real,
	"speed_mps" real,
	"accuracy_m" real,
	"fix_type" text,
	"battery" real,
	"mode" text,
	"blade_on" boolean,
	"mission_id" uuid,
	CONSTRAINT "positions_at_vehicle_id_pk" PRIMARY KEY("at","vehicle_id")
) PARTITION BY RANGE ("at");
--> statement-breakpoint
CREATE TABLE "rain_proposals" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"kind" text NOT NULL,
	"reason" text NOT NULL,
	"rain_mm_per_h" double precision NOT NULL,
	"from" timestamp (3) with time zone,
	"until" timestamp (3) with time zone,
	"state" text NOT NULL,
	"answered_by" text,
	"answered_at" timestamp (3) with time zone,
	"is_current" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "weather" (
	"name" text PRIMARY KEY NOT NULL,
	"enabled" boolean NOT NULL,
	"address" text NOT NULL,
	"sealed_token" text,
	"every_min" integer NOT NULL,
	"wet_from_mm_per_h" double precision NOT NULL,
	"ahead_h" integer NOT NULL,
	"drying_h" integer NOT NULL,
	"catch_up_days" integer NOT NULL,
	"tried_at" timestamp (3) with time zone,
	"problem" text,
	"detail" text DEFAULT '' NOT NULL,
	"report" jsonb,
	"wet_until" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "access_keys" ADD CONSTRAINT "access_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_devices" ADD CONSTRAINT "cart_devices_cart_id_carts_id_fk" FOREIGN KEY ("cart_id") REFERENCES "public"."carts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_keys" ADD CONSTRAINT "cart_keys_cart_id_carts_id_fk" FOREIGN KEY ("cart_id") REFERENCES "public"."carts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_messages" ADD CONSTRAINT "cart_messages_cart_id_carts_id_fk" FOREIGN KEY ("cart_id") REFERENCES "public"."carts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_orders" ADD CONSTRAINT "cart_orders_cart_id_carts_id_fk" FOREIGN KEY ("cart_id") REFERENCES "public"."carts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_orders" ADD CONSTRAINT "cart_orders_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_pairings" ADD CONSTRAINT "cart_pairings_cart_id_carts_id_fk" FOREIGN KEY ("cart_id") REFERENCES "public"."carts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "round_holes" ADD CONSTRAINT "round_holes_round_id_rounds_id_fk" FOREIGN KEY ("round_id") REFERENCES "public"."rounds"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rounds" ADD CONSTRAINT "rounds_cart_id_carts_id_fk" FOREIGN KEY ("cart_id") REFERENCES "public"."carts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "silent_rounds" ADD CONSTRAINT "silent_rounds_cart_id_carts_id_fk" FOREIGN KEY ("cart_id") REFERENCES "public"."carts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mower_keys" ADD CONSTRAINT "mower_keys_mower_id_mowers_id_fk" FOREIGN KEY ("mower_id") REFERENCES "public"."mowers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mowers" ADD CONSTRAINT "mowers_blade_id_blades_id_fk" FOREIGN KEY ("blade_id") REFERENCES "public"."blades"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mower_autopilots" ADD CONSTRAINT "mower_autopilots_mower_id_mowers_id_fk" FOREIGN KEY ("mower_id") REFERENCES "public"."mowers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mission_logs" ADD CONSTRAINT "mission_logs_mission_id_missions_id_fk" FOREIGN KEY ("mission_id") REFERENCES "public"."missions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mission_occurrences" ADD CONSTRAINT "mission_occurrences_series_id_mission_series_id_fk" FOREIGN KEY ("series_id") REFERENCES "public"."mission_series"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mission_plans" ADD CONSTRAINT "mission_plans_mission_id_missions_id_fk" FOREIGN KEY ("mission_id") REFERENCES "public"."missions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mission_progress" ADD CONSTRAINT "mission_progress_mission_id_missions_id_fk" FOREIGN KEY ("mission_id") REFERENCES "public"."missions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mission_runs" ADD CONSTRAINT "mission_runs_mission_id_missions_id_fk" FOREIGN KEY ("mission_id") REFERENCES "public"."missions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mission_stretches" ADD CONSTRAINT "mission_stretches_mission_id_missions_id_fk" FOREIGN KEY ("mission_id") REFERENCES "public"."missions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_choices" ADD CONSTRAINT "notification_choices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_reads" ADD CONSTRAINT "notification_reads_notification_id_notifications_id_fk" FOREIGN KEY ("notification_id") REFERENCES "public"."notifications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_reads" ADD CONSTRAINT "notification_reads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_browsers" ADD CONSTRAINT "push_browsers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_browsers" ADD CONSTRAINT "push_browsers_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_queue" ADD CONSTRAINT "push_queue_browser_id_push_browsers_id_fk" FOREIGN KEY ("browser_id") REFERENCES "public"."push_browsers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "challenges" ADD CONSTRAINT "challenges_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "resends" ADD CONSTRAINT "resends_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tokens" ADD CONSTRAINT "tokens_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dish_photos" ADD CONSTRAINT "dish_photos_dish_id_dishes_id_fk" FOREIGN KEY ("dish_id") REFERENCES "public"."dishes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dishes" ADD CONSTRAINT "dishes_category_id_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_cart_id_carts_id_fk" FOREIGN KEY ("cart_id") REFERENCES "public"."carts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "access_keys_user" ON "access_keys" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "audit_at" ON "audit" USING btree ("at");--> statement-breakpoint
CREATE INDEX "idempotent_answers_at" ON "idempotent_answers" USING btree ("at");--> statement-breakpoint
CREATE INDEX "cart_devices_cart" ON "cart_devices" USING btree ("cart_id");--> statement-breakpoint
CREATE INDEX "cart_messages_cart" ON "cart_messages" USING btree ("cart_id","sent_at");--> statement-breakpoint
CREATE INDEX "rounds_started" ON "rounds" USING btree ("started_at");--> statement-breakpoint
CREATE INDEX "service_records_vehicle" ON "service_records" USING btree ("vehicle_id","at");--> statement-breakpoint
CREATE INDEX "telemetry_chunks_vehicle" ON "telemetry_chunks" USING btree ("vehicle_id","from_at");--> statement-breakpoint
CREATE INDEX "course_features_kind" ON "course_features" USING btree ("kind");--> statement-breakpoint
CREATE INDEX "direction_ledger_feature" ON "direction_ledger" USING btree ("feature_id","at");--> statement-breakpoint
CREATE INDEX "mission_logs_mission" ON "mission_logs" USING btree ("mission_id","id");--> statement-breakpoint
CREATE INDEX "mission_runs_mission" ON "mission_runs" USING btree ("mission_id","id");--> statement-breakpoint
CREATE INDEX "mission_stretches_mission" ON "mission_stretches" USING btree ("mission_id","id");--> statement-breakpoint
CREATE INDEX "mission_stretches_new" ON "mission_stretches" USING btree ("id") WHERE "mission_stretches"."blade_on" and not "mission_stretches"."is_remembered";--> statement-breakpoint
CREATE INDEX "missions_starts_at" ON "missions" USING btree ("starts_at","id");--> statement-breakpoint
CREATE INDEX "missions_latest" ON "missions" USING btree ("starts_at" desc nulls last,"id" desc);--> statement-breakpoint
CREATE INDEX "missions_direction" ON "missions" USING btree ("resolved_direction","id");--> statement-breakpoint
CREATE INDEX "missions_status_id" ON "missions" USING btree ("status","id");--> statement-breakpoint
CREATE INDEX "missions_created_at" ON "missions" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "missions_status" ON "missions" USING btree ("status","starts_at");--> statement-breakpoint
CREATE INDEX "missions_target" ON "missions" USING btree ("target_id","status");--> statement-breakpoint
CREATE INDEX "missions_title" ON "missions" USING btree ("title","id");--> statement-breakpoint
CREATE UNIQUE INDEX "missions_one_active_per_mower" ON "missions" USING btree ("mower_id") WHERE status in ('uploading', 'working', 'stopped');--> statement-breakpoint
CREATE INDEX "missions_mower" ON "missions" USING btree ("mower_id","starts_at");--> statement-breakpoint
CREATE INDEX "missions_duration" ON "missions" USING btree ((("stats" ->> 'durationS')::double precision),"id");--> statement-breakpoint
CREATE UNIQUE INDEX "missions_series_day" ON "missions" USING btree ("series_id","series_day") WHERE series_id is not null;--> statement-breakpoint
CREATE INDEX "missions_due" ON "missions" USING btree ("starts_at") WHERE status = 'planned' and due_handled_at is null and starts_at is not null;--> statement-breakpoint
CREATE INDEX "mail_queue_due" ON "mail_queue" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "notifications_at" ON "notifications" USING btree ("at");--> statement-breakpoint
CREATE INDEX "push_browsers_user" ON "push_browsers" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "push_browsers_session" ON "push_browsers" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "push_queue_due" ON "push_queue" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "push_queue_browser" ON "push_queue" USING btree ("browser_id");--> statement-breakpoint
CREATE INDEX "backups_started" ON "backups" USING btree ("started_at");--> statement-breakpoint
CREATE INDEX "socket_tickets_expiry" ON "socket_tickets" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "attempts_login" ON "attempts" USING btree ("login_hash","at");--> statement-breakpoint
CREATE INDEX "challenges_user" ON "challenges" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "resends_user" ON "resends" USING btree ("user_id","at");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "tokens_session" ON "tokens" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "tokens_expiry" ON "tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "users_login" ON "users" USING btree (lower("login"));--> statement-breakpoint
CREATE UNIQUE INDEX "orders_number" ON "orders" USING btree ("day","number");--> statement-breakpoint
CREATE INDEX "orders_created" ON "orders" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "orders_status" ON "orders" USING btree ("status");--> statement-breakpoint
CREATE INDEX "positions_vehicle" ON "positions" USING btree ("vehicle_id","at");--> statement-breakpoint
CREATE UNIQUE INDEX "rain_proposals_current" ON "rain_proposals" USING btree ("is_current") WHERE is_current;--> statement-breakpoint
-- Positions and samples are partitioned by day; the default partition holds the days without one of their own.
CREATE TABLE "positions_rest" (LIKE "positions");--> statement-breakpoint
ALTER TABLE "positions_rest" ADD CONSTRAINT "positions_rest_pk" PRIMARY KEY ("at","vehicle_id");--> statement-breakpoint
CREATE INDEX "positions_rest_vehicle" ON "positions_rest" USING btree ("vehicle_id","at");--> statement-breakpoint
ALTER TABLE "positions" ATTACH PARTITION "positions_rest" DEFAULT;--> statement-breakpoint
CREATE TABLE "telemetry_chunks_rest" (LIKE "telemetry_chunks");--> statement-breakpoint
ALTER TABLE "telemetry_chunks_rest" ADD CONSTRAINT "telemetry_chunks_rest_pk" PRIMARY KEY ("from_at","vehicle_id");--> statement-breakpoint
CREATE INDEX "telemetry_chunks_rest_vehicle" ON "telemetry_chunks_rest" USING btree ("vehicle_id","from_at");--> statement-breakpoint
ALTER TABLE "telemetry_chunks" ATTACH PARTITION "telemetry_chunks_rest" DEFAULT;--> statement-breakpoint
-- Missions are searched by parts of their titles, and there are tens of thousands of them. Where the database has no trigrams,
-- they are looked through one by one, which is slower and finds the same.
DO $$
BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  CREATE INDEX "missions_search" ON "missions" USING gin (lower("title" || ' ' || "created_by") gin_trgm_ops);
EXCEPTION WHEN OTHERS THEN
  RAISE NOTICE 'Missions are searched without an index: %', SQLERRM;
END
$$;
