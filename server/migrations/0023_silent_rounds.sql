CREATE TABLE "silent_rounds" (
	"cart_id" uuid PRIMARY KEY NOT NULL,
	"round_id" uuid NOT NULL,
	"heard_at" timestamp (3) with time zone NOT NULL,
	"stood" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "silent_rounds" ADD CONSTRAINT "silent_rounds_cart_id_carts_id_fk" FOREIGN KEY ("cart_id") REFERENCES "public"."carts"("id") ON DELETE cascade ON UPDATE no action;