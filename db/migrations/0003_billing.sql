CREATE TABLE "affiliate_click" (
	"aff_code" text NOT NULL,
	"day" date NOT NULL,
	"clicks" integer NOT NULL,
	CONSTRAINT "affiliate_click_aff_code_day_pk" PRIMARY KEY("aff_code","day")
);
--> statement-breakpoint
CREATE TABLE "affiliate_role" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"role" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "commission" (
	"order_id" integer PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"role" text NOT NULL,
	"percent" numeric(5, 2) NOT NULL,
	"currency" text NOT NULL,
	"amount" numeric(14, 2) NOT NULL,
	"reversed_amount" numeric(14, 2) DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"reversed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "alert_evaluator" (
	"id" smallint PRIMARY KEY NOT NULL,
	"holder" uuid
);
--> statement-breakpoint
CREATE TABLE "alert_rule" (
	"id" serial PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"params" jsonb NOT NULL,
	"filter" jsonb NOT NULL,
	"offer_id" integer,
	"amount" double precision,
	"cooldown_hours" double precision NOT NULL,
	"hysteresis" double precision NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"channels" text[] NOT NULL,
	"frequency" text NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"paused_by_plan" text,
	"snoozed_until" timestamp with time zone,
	"version" bigint NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "alert_setting" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"paused_until" timestamp with time zone,
	"quiet_from" smallint,
	"quiet_to" smallint,
	"digest_hour" smallint DEFAULT 8 NOT NULL,
	"telegram_chat_id" text,
	"telegram_token" text NOT NULL,
	"webhook_url" text,
	"webhook_secret" text,
	"feed_token" text,
	"applied_tariff" text,
	CONSTRAINT "alert_setting_telegram_chat_id_unique" UNIQUE("telegram_chat_id"),
	CONSTRAINT "alert_setting_telegram_token_unique" UNIQUE("telegram_token"),
	CONSTRAINT "alert_setting_feed_token_unique" UNIQUE("feed_token")
);
--> statement-breakpoint
CREATE TABLE "alert_state" (
	"rule_id" integer NOT NULL,
	"offer_id" integer NOT NULL,
	"state" jsonb NOT NULL,
	CONSTRAINT "alert_state_rule_id_offer_id_pk" PRIMARY KEY("rule_id","offer_id")
);
--> statement-breakpoint
CREATE TABLE "alert_track" (
	"offer_id" integer PRIMARY KEY NOT NULL,
	"track" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "alert_version" (
	"id" smallint PRIMARY KEY NOT NULL,
	"version" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notification_delivery" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"notification_id" bigint NOT NULL,
	"user_id" uuid NOT NULL,
	"channel" text NOT NULL,
	"target" text DEFAULT '' NOT NULL,
	"is_digest" boolean DEFAULT false NOT NULL,
	"status" text DEFAULT 'queued' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"next_at" timestamp with time zone NOT NULL,
	"last_error" text,
	"sent_at" timestamp with time zone,
	CONSTRAINT "notification_delivery_once" UNIQUE("notification_id","channel","target")
);
--> statement-breakpoint
CREATE TABLE "notification_month" (
	"user_id" uuid NOT NULL,
	"month" text NOT NULL,
	"sent" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "notification_month_user_id_month_pk" PRIMARY KEY("user_id","month")
);
--> statement-breakpoint
CREATE TABLE "notification" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"rule_id" integer,
	"kind" text NOT NULL,
	"dedupe_key" text NOT NULL,
	"fired_at" timestamp with time zone NOT NULL,
	"values" jsonb NOT NULL,
	"over_quota" boolean DEFAULT false NOT NULL,
	"read_at" timestamp with time zone,
	CONSTRAINT "notification_dedupe_key_unique" UNIQUE("dedupe_key")
);
--> statement-breakpoint
CREATE TABLE "push_subscription" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"endpoint" text NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "push_subscription_endpoint_unique" UNIQUE("endpoint")
);
--> statement-breakpoint
CREATE TABLE "telegram_poll" (
	"id" smallint PRIMARY KEY NOT NULL,
	"next_update" bigint DEFAULT 0 NOT NULL,
	"holder" uuid,
	"held_until" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "payment_order" (
	"id" serial PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"order_id" text NOT NULL,
	"user_id" uuid,
	"tariff_code" text NOT NULL,
	"tariff_period" text,
	"amount" numeric(14, 2) NOT NULL,
	"currency" text NOT NULL,
	"coupon" text,
	"aff_code" text,
	"rcid" text,
	"paid_at" timestamp with time zone NOT NULL,
	"refunded_amount" numeric(14, 2) DEFAULT 0 NOT NULL,
	"refunded_at" timestamp with time zone,
	CONSTRAINT "payment_order_once" UNIQUE("provider","order_id")
);
--> statement-breakpoint
CREATE TABLE "payment_event" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"event_id" text NOT NULL,
	"type" text NOT NULL,
	"occurred_at" timestamp with time zone NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"raw" text NOT NULL,
	"subscription_key" text,
	"order_id" text,
	"user_id" uuid,
	"normal" jsonb,
	"handled_at" timestamp with time zone,
	"error" text,
	CONSTRAINT "payment_event_once" UNIQUE("provider","event_id")
);
--> statement-breakpoint
CREATE TABLE "subscription" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"tariff_code" text NOT NULL,
	"tariff_period" text,
	"tariff_code_next" text,
	"tariff_period_next" text,
	"tariff_active_from" timestamp with time zone,
	"tariff_active_to" timestamp with time zone,
	"renews" boolean NOT NULL,
	"provider" text,
	"subscription_key" text,
	"has_superseded" boolean DEFAULT false NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "survey_answer" (
	"id" serial PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"flow" text NOT NULL,
	"tariff_code" text NOT NULL,
	"comment" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tariff_price" (
	"tariff_code" text NOT NULL,
	"tariff_period" text NOT NULL,
	"cost" numeric(14, 2) NOT NULL,
	"product_id" text NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "tariff_price_tariff_code_tariff_period_pk" PRIMARY KEY("tariff_code","tariff_period")
);
--> statement-breakpoint
CREATE TABLE "tariff_product" (
	"product_id" text PRIMARY KEY NOT NULL,
	"tariff_code" text NOT NULL,
	"tariff_period" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "offer_change" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"changes" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "watchlist_item" (
	"id" serial PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"currency_id" integer,
	"offer_id" integer,
	"note" text,
	"added_at" timestamp with time zone NOT NULL,
	"added_rate" numeric(12, 5),
	CONSTRAINT "watchlist_item_currency" UNIQUE("user_id","currency_id"),
	CONSTRAINT "watchlist_item_offer" UNIQUE("user_id","offer_id"),
	CONSTRAINT "watchlist_item_one" CHECK (num_nonnulls("watchlist_item"."currency_id", "watchlist_item"."offer_id") = 1),
	CONSTRAINT "watchlist_item_note" CHECK (char_length("watchlist_item"."note") <= 500)
);
--> statement-breakpoint
CREATE TABLE "mail" (
	"id" uuid PRIMARY KEY NOT NULL,
	"dedupe_key" text,
	"kind" text NOT NULL,
	"recipient" text NOT NULL,
	"recipient_name" text,
	"sender_name" text,
	"reply_to" text,
	"subject" text NOT NULL,
	"text" text,
	"html" text,
	"headers" jsonb NOT NULL,
	"status" text DEFAULT 'queued' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"last_error" text,
	"created_at" timestamp with time zone NOT NULL,
	"next_attempt_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	CONSTRAINT "mail_dedupe_key_unique" UNIQUE("dedupe_key")
);
--> statement-breakpoint
ALTER TABLE "affiliate_role" ADD CONSTRAINT "affiliate_role_user_id_user_account_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user_account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "commission" ADD CONSTRAINT "commission_order_id_payment_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."payment_order"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "commission" ADD CONSTRAINT "commission_user_id_user_account_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user_account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_rule" ADD CONSTRAINT "alert_rule_user_id_user_account_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user_account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_rule" ADD CONSTRAINT "alert_rule_offer_id_offer_id_fk" FOREIGN KEY ("offer_id") REFERENCES "public"."offer"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_setting" ADD CONSTRAINT "alert_setting_user_id_user_account_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user_account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_state" ADD CONSTRAINT "alert_state_rule_id_alert_rule_id_fk" FOREIGN KEY ("rule_id") REFERENCES "public"."alert_rule"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_delivery" ADD CONSTRAINT "notification_delivery_notification_id_notification_id_fk" FOREIGN KEY ("notification_id") REFERENCES "public"."notification"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_delivery" ADD CONSTRAINT "notification_delivery_user_id_user_account_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user_account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_month" ADD CONSTRAINT "notification_month_user_id_user_account_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user_account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification" ADD CONSTRAINT "notification_user_id_user_account_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user_account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification" ADD CONSTRAINT "notification_rule_id_alert_rule_id_fk" FOREIGN KEY ("rule_id") REFERENCES "public"."alert_rule"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscription" ADD CONSTRAINT "push_subscription_user_id_user_account_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user_account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_order" ADD CONSTRAINT "payment_order_user_id_user_account_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user_account"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_event" ADD CONSTRAINT "payment_event_user_id_user_account_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user_account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription" ADD CONSTRAINT "subscription_user_id_user_account_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user_account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "survey_answer" ADD CONSTRAINT "survey_answer_user_id_user_account_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user_account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "watchlist_item" ADD CONSTRAINT "watchlist_item_user_id_user_account_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user_account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "watchlist_item" ADD CONSTRAINT "watchlist_item_currency_id_currency_id_fk" FOREIGN KEY ("currency_id") REFERENCES "public"."currency"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "watchlist_item" ADD CONSTRAINT "watchlist_item_offer_id_offer_id_fk" FOREIGN KEY ("offer_id") REFERENCES "public"."offer"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "commission_user" ON "commission" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "alert_rule_user" ON "alert_rule" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "alert_rule_version" ON "alert_rule" USING btree ("version");--> statement-breakpoint
CREATE INDEX "notification_delivery_waiting" ON "notification_delivery" USING btree ("next_at") WHERE "notification_delivery"."status" in ('queued', 'failed');--> statement-breakpoint
CREATE INDEX "notification_delivery_user" ON "notification_delivery" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "notification_user" ON "notification" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "notification_unread" ON "notification" USING btree ("user_id") WHERE "notification"."read_at" is null;--> statement-breakpoint
CREATE INDEX "push_subscription_user" ON "push_subscription" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "payment_order_user" ON "payment_order" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "payment_event_user" ON "payment_event" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "payment_event_subscription" ON "payment_event" USING btree ("provider","subscription_key");--> statement-breakpoint
CREATE INDEX "payment_event_order" ON "payment_event" USING btree ("provider","order_id");--> statement-breakpoint
CREATE INDEX "subscription_ends" ON "subscription" USING btree ("tariff_active_to");--> statement-breakpoint
CREATE INDEX "watchlist_item_of_currency" ON "watchlist_item" USING btree ("currency_id");--> statement-breakpoint
CREATE INDEX "watchlist_item_of_offer" ON "watchlist_item" USING btree ("offer_id");--> statement-breakpoint
CREATE INDEX "mail_waiting" ON "mail" USING btree ("next_attempt_at") WHERE "mail"."status" in ('queued', 'failed');--> statement-breakpoint
CREATE INDEX "mail_ended" ON "mail" USING btree ("ended_at") WHERE "mail"."ended_at" is not null;