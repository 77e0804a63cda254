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
ALTER TABLE "round_holes" ADD CONSTRAINT "round_holes_round_id_rounds_id_fk" FOREIGN KEY ("round_id") REFERENCES "public"."rounds"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rounds" ADD CONSTRAINT "rounds_cart_id_carts_id_fk" FOREIGN KEY ("cart_id") REFERENCES "public"."carts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "rounds_started" ON "rounds" USING btree ("started_at");