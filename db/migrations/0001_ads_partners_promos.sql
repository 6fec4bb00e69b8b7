CREATE TABLE "ad" (
	"id" serial PRIMARY KEY NOT NULL,
	"slug" text NOT NULL,
	"type" text NOT NULL,
	"published" boolean DEFAULT true NOT NULL,
	"logo_url" text,
	"logo_alt" text,
	"banner_url" text,
	"banner_alt" text,
	"link" text NOT NULL,
	"link_text" text NOT NULL,
	"description" text NOT NULL,
	"start_date" timestamp with time zone,
	"end_date" timestamp with time zone,
	"weight" integer DEFAULT 1 NOT NULL,
	"translations" jsonb DEFAULT '[]'::jsonb NOT NULL,
	CONSTRAINT "ad_slug_unique" UNIQUE("slug")
);
--> statement-breakpoint
CREATE TABLE "partner_click" (
	"partner_id" integer NOT NULL,
	"day" date NOT NULL,
	"clicks" integer NOT NULL,
	CONSTRAINT "partner_click_partner_id_day_pk" PRIMARY KEY("partner_id","day")
);
--> statement-breakpoint
CREATE TABLE "partner" (
	"id" serial PRIMARY KEY NOT NULL,
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"url" text NOT NULL,
	"provider_kind" text,
	"provider_slug" text,
	"pays" boolean DEFAULT false NOT NULL,
	"published" boolean DEFAULT true NOT NULL,
	CONSTRAINT "partner_slug_unique" UNIQUE("slug")
);
--> statement-breakpoint
CREATE TABLE "promo" (
	"id" serial PRIMARY KEY NOT NULL,
	"slug" text NOT NULL,
	"promo_code" text NOT NULL,
	"company" text,
	"sale" numeric(5, 2) NOT NULL,
	"published" boolean DEFAULT true NOT NULL,
	"starts_at" timestamp with time zone,
	"ends_at" timestamp with time zone,
	CONSTRAINT "promo_slug_unique" UNIQUE("slug")
);
--> statement-breakpoint
ALTER TABLE "partner_click" ADD CONSTRAINT "partner_click_partner_id_partner_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partner"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ad_type" ON "ad" USING btree ("type","published");