CREATE TABLE "card" (
	"id" serial PRIMARY KEY NOT NULL,
	"slug" text NOT NULL,
	"published" boolean DEFAULT true NOT NULL,
	"origin" text NOT NULL,
	"facts" jsonb NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "card_slug_unique" UNIQUE("slug")
);
--> statement-breakpoint
CREATE TABLE "currency" (
	"id" serial PRIMARY KEY NOT NULL,
	"slug" text NOT NULL,
	"published" boolean DEFAULT true NOT NULL,
	"origin" text NOT NULL,
	"facts" jsonb NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "currency_slug_unique" UNIQUE("slug")
);
--> statement-breakpoint
CREATE TABLE "rate_daily" (
	"offer_id" integer NOT NULL,
	"day" date NOT NULL,
	"apy" numeric(12, 5),
	"apy_base" numeric(12, 5),
	"apy_reward" numeric(12, 5),
	"tvl_usd" numeric(24, 2),
	"source" text NOT NULL,
	CONSTRAINT "rate_daily_offer_id_day_pk" PRIMARY KEY("offer_id","day")
);
--> statement-breakpoint
CREATE TABLE "exchange" (
	"id" serial PRIMARY KEY NOT NULL,
	"slug" text NOT NULL,
	"published" boolean DEFAULT true NOT NULL,
	"origin" text NOT NULL,
	"facts" jsonb NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "exchange_slug_unique" UNIQUE("slug")
);
--> statement-breakpoint
CREATE TABLE "history_fill" (
	"offer_id" integer PRIMARY KEY NOT NULL,
	"filled_at" timestamp with time zone NOT NULL,
	"points" integer NOT NULL,
	"error" text
);
--> statement-breakpoint
CREATE TABLE "market_version" (
	"id" smallint PRIMARY KEY NOT NULL,
	"version" bigint NOT NULL,
	"changed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "offer_event" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"offer_id" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"from_status" text,
	"to_status" text NOT NULL,
	"reason" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "offer_rate" (
	"offer_id" integer PRIMARY KEY NOT NULL,
	"apy" numeric(12, 5),
	"apy_base" numeric(12, 5),
	"apy_reward" numeric(12, 5),
	"tvl_usd" numeric(24, 2),
	"kind" text NOT NULL,
	"raw" text NOT NULL,
	"observed_at" timestamp with time zone,
	"fetched_at" timestamp with time zone NOT NULL,
	"unchanged_since" timestamp with time zone NOT NULL,
	"pending_apy" numeric(12, 5)
);
--> statement-breakpoint
CREATE TABLE "offer" (
	"id" serial PRIMARY KEY NOT NULL,
	"slug" text NOT NULL,
	"source" text NOT NULL,
	"external_id" text NOT NULL,
	"category" text NOT NULL,
	"exchange_id" integer,
	"protocol_id" integer,
	"wallet_id" integer,
	"symbols" text[] NOT NULL,
	"currency_ids" integer[] NOT NULL,
	"reward_symbols" text[] DEFAULT '{}' NOT NULL,
	"blockchain" text,
	"label" text,
	"status" text NOT NULL,
	"commission" text DEFAULT 'none' NOT NULL,
	"published" boolean DEFAULT true NOT NULL,
	"origin" text NOT NULL,
	"source_url" text NOT NULL,
	"exposure" text,
	"il_risk" boolean,
	"stablecoin" boolean,
	"terms" jsonb NOT NULL,
	"facts_hash" text NOT NULL,
	"first_seen_at" timestamp with time zone NOT NULL,
	"missing_since" timestamp with time zone,
	CONSTRAINT "offer_slug_unique" UNIQUE("slug")
);
--> statement-breakpoint
CREATE TABLE "protocol" (
	"id" serial PRIMARY KEY NOT NULL,
	"slug" text NOT NULL,
	"published" boolean DEFAULT true NOT NULL,
	"origin" text NOT NULL,
	"defillama_id" text,
	"facts" jsonb NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "protocol_slug_unique" UNIQUE("slug")
);
--> statement-breakpoint
CREATE TABLE "source_run" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"source" text NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"seconds" double precision NOT NULL,
	"outcome" text NOT NULL,
	"read" integer NOT NULL,
	"added" integer NOT NULL,
	"changed" integer NOT NULL,
	"dropped" jsonb NOT NULL,
	"error" text
);
--> statement-breakpoint
CREATE TABLE "source_state" (
	"source" text PRIMARY KEY NOT NULL,
	"running_until" timestamp with time zone,
	"last_ok_at" timestamp with time zone,
	"stale" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "wallet" (
	"id" serial PRIMARY KEY NOT NULL,
	"slug" text NOT NULL,
	"published" boolean DEFAULT true NOT NULL,
	"origin" text NOT NULL,
	"facts" jsonb NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "wallet_slug_unique" UNIQUE("slug")
);
--> statement-breakpoint
ALTER TABLE "rate_daily" ADD CONSTRAINT "rate_daily_offer_id_offer_id_fk" FOREIGN KEY ("offer_id") REFERENCES "public"."offer"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "history_fill" ADD CONSTRAINT "history_fill_offer_id_offer_id_fk" FOREIGN KEY ("offer_id") REFERENCES "public"."offer"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offer_event" ADD CONSTRAINT "offer_event_offer_id_offer_id_fk" FOREIGN KEY ("offer_id") REFERENCES "public"."offer"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offer_rate" ADD CONSTRAINT "offer_rate_offer_id_offer_id_fk" FOREIGN KEY ("offer_id") REFERENCES "public"."offer"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offer" ADD CONSTRAINT "offer_exchange_id_exchange_id_fk" FOREIGN KEY ("exchange_id") REFERENCES "public"."exchange"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offer" ADD CONSTRAINT "offer_protocol_id_protocol_id_fk" FOREIGN KEY ("protocol_id") REFERENCES "public"."protocol"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offer" ADD CONSTRAINT "offer_wallet_id_wallet_id_fk" FOREIGN KEY ("wallet_id") REFERENCES "public"."wallet"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "rate_daily_day" ON "rate_daily" USING btree ("day");--> statement-breakpoint
CREATE INDEX "offer_event_offer" ON "offer_event" USING btree ("offer_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "offer_source_external_id" ON "offer" USING btree ("source","external_id");--> statement-breakpoint
CREATE UNIQUE INDEX "protocol_defillama_id" ON "protocol" USING btree ("defillama_id");--> statement-breakpoint
CREATE INDEX "source_run_source" ON "source_run" USING btree ("source","id");