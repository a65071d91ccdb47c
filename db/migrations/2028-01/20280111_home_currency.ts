import { type Kysely, sql } from 'kysely'

export const after = '20271231_factur_x'
export const checksum = 'b8cf50d00344c1f2346e7a75bc1b6f2df9edc5646d249b856fffb8a2128fdfc6'

/**
 * Each line of the ledger has its amount in the organisation's home currency beside that of the document, and what was
 * gained or lost by the exchange. Lines from before have the rate of their document, and no gain; where that has no rate,
 * and of credit on account in another currency, it is not known.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table transaction
    add column exchange_rate numeric(18, 6) check (exchange_rate > 0),
    add column home_amount bigint check (abs(home_amount) <= 1000000000000),
    add column home_gain bigint not null default 0 check (abs(home_gain) <= 1000000000000),
    add column gain_account text,
    add constraint transaction_gain_known check (home_gain = 0 or home_amount is not null),
    add constraint transaction_gain_account check ((home_gain = 0) = (gain_account is null))`,

  // The ledger is only added to: what it says stays, and what it did not say is written once.
  'alter table transaction disable trigger transaction_kept',
  `update transaction t set home_amount = t.amount from billing_config b
    where b.organisation_id = t.organisation_id and b.currency = t.currency`,
  `update transaction t set exchange_rate = x.exchange_rate,
      home_amount = round(x.after * x.scale / x.exchange_rate) - round((x.after - x.amount) * x.scale / x.exchange_rate)
    from (
      select l.id, l.amount, i.exchange_rate, power(10::numeric, h.digits - f.digits) as scale,
        sum(l.amount) over (partition by l.invoice_id order by l.id) as after
      from transaction l join invoice i on i.id = l.invoice_id and i.exchange_rate is not null
      join billing_config b on b.organisation_id = l.organisation_id and b.currency <> l.currency
      join currency h on h.code = b.currency join currency f on f.code = l.currency) x
    where x.id = t.id
      and abs(round(x.after * x.scale / x.exchange_rate)) <= 1000000000000
      and abs(round((x.after - x.amount) * x.scale / x.exchange_rate)) <= 1000000000000`,
  'alter table transaction enable trigger transaction_kept',

  'create index transaction_rate on transaction (organisation_id, currency, id) where exchange_rate is not null',
  'create index transaction_gain on transaction (organisation_id, at) where home_gain <> 0',

  // Whatever writes a line in the home currency, its home amount is its amount. The first line waits for a change of the
  // home currency, and such a change for it.
  `create function fill_home_amount() returns trigger language plpgsql as $$
   begin
     if not exists (select from transaction t where t.organisation_id = new.organisation_id) then
       perform from billing_config b where b.organisation_id = new.organisation_id for key share;
     end if;
     if new.home_amount is null
       and new.currency = (select b.currency from billing_config b where b.organisation_id = new.organisation_id) then
       new.home_amount := new.amount;
     end if;
     return new;
   end $$`,
  `create trigger transaction_home before insert on transaction
   for each row execute function fill_home_amount()`,
]
