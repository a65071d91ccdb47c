import { Type } from 'typebox'

/** One of some words, as the column's check constraint has them. */
const oneOf = <const Word extends string>(words: readonly Word[]) =>
  Type.Unsafe<Word>(Type.String({ enum: [...words] }))

/** The largest amount of minor units; sums of many stay exact in every client. */
export const LARGEST_AMOUNT = 1_000_000_000_000

/** Money: an integer of the currency's minor unit. */
export const Amount = Type.Integer({
  minimum: 0,
  maximum: LARGEST_AMOUNT,
  description: 'an integer of minor units',
  'x-measure': 'money',
})
/** Same, above 0. */
export const PositiveAmount = Type.Integer({
  minimum: 1,
  maximum: LARGEST_AMOUNT,
  description: 'an integer of minor units',
  'x-measure': 'money',
})
export const SignedAmount = Type.Integer({
  minimum: -LARGEST_AMOUNT,
  maximum: LARGEST_AMOUNT,
  description: 'an integer of minor units',
  'x-measure': 'money',
})

/** Same, in the home currency of the organisation, which has `home_digits` places. */
export const HomeAmount = Type.Integer({
  minimum: -LARGEST_AMOUNT,
  maximum: LARGEST_AMOUNT,
  description: 'an integer of minor units of the home currency',
  'x-measure': 'money',
  'x-digits': 'home_digits',
})

/** A decimal of at most four places, as text: `numeric` in the database. */
export const Decimal4 = Type.String({
  pattern: '^\\d{1,11}(\\.\\d{1,4})?$',
  description: 'a decimal of at most four places, as text, such as "1.5"',
})
/** Same, of a price: that of a discount is negative. */
export const Price4 = Type.String({
  pattern: '^-?\\d{1,11}(\\.\\d{1,4})?$',
  description: 'a decimal of at most four places, as text, such as "1.5"; that of a discount is negative',
})
/** Per cent from 0 to 100. */
export const Percent = Type.String({
  pattern: '^(100(\\.0{1,4})?|\\d{1,2}(\\.\\d{1,4})?)$',
  description: 'per cent from 0 to 100 with at most four places, as text, such as "15"',
})
export const ExchangeRate = Type.String({
  maxLength: 18,
  pattern: '^(?=.*[1-9])\\d{1,11}(\\.\\d{1,6})?$',
  description:
    'how many units of the currency one of the organisation’s own is worth: a decimal above 0 with at most six places, as text',
})
export const CurrencyCode = Type.String({
  pattern: '^[A-Z]{3}$',
  description: 'a currency in three capital letters, such as NZD',
})
export const Code = Type.String({
  pattern: '^[A-Za-z0-9][A-Za-z0-9_./-]{0,49}$',
  description: '1 to 50 letters, digits, _ . / -',
})

/** What people type in the store to have something off. */
export const DiscountText = Type.String({
  pattern: '^[A-Za-z0-9][A-Za-z0-9_.-]{3,39}$',
  description: '4 to 40 letters, digits, _ . -',
})

export const AmountsAre = oneOf(['exclusive', 'inclusive', 'no_tax'])
export const ProductKind = oneOf(['membership', 'item'])
export const Period = oneOf(['none', 'month', 'quarter', 'year'])
/** How long it is from one instalment of an invoice to the next. */
export const InstalmentEvery = oneOf(['month', 'quarter'])
/** Of memberships that end and begin again. */
export const RenewedPeriod = oneOf(['month', 'quarter', 'year'])
/** The month in which a year begins for all members of a product. */
export const YearMonth = oneOf(['01', '02', '03', '04', '05', '06', '07', '08', '09', '10', '11', '12'])
/** What who joins within a common year pays for its rest: by days, by the months that have begun, or all. */
export const FirstYear = oneOf(['day', 'month', 'full'])
export const EarlyMonths = Type.Integer({ minimum: 0, maximum: 11 })
/** When a membership grants its features: from its beginning, until its grace ends, or after payment. */
export const Opening = oneOf(['at_once', 'on_payment'])
export const JoinsAs = oneOf(['User', 'Customer'])
export const opened = ['tracking', 'files', 'cpd'] as const
export const Opens = Type.Unsafe<(typeof opened)[number][]>(
  Type.Array(oneOf(opened), { uniqueItems: true, maxItems: 3 }),
)
export const TaxType = oneOf(['standard', 'reduced', 'zero', 'exempt', 'none', 'reverse_charge'])
/** In the network of electronic invoices (Peppol): a scheme of the code list EAS, a colon, and an identifier. */
export const ElectronicAddress = Type.String({ pattern: '^\\d{4}:[A-Za-z0-9._@+-]{1,50}$', maxLength: 55 })
export const AccountType = oneOf(['revenue', 'receivable', 'bank', 'liability', 'expense', 'equity'])
export const InvoiceType = oneOf(['invoice', 'credit_note'])
/** What has numbers of its own. */
export const documentKinds = ['invoice', 'credit_note', 'quote'] as const
export const DocumentKind = oneOf(documentKinds)
/** How their numbers are printed. */
export const NumberPattern = Type.String({
  maxLength: 60,
  pattern: '^(?=.*\\{number)(?!.*\\{number.*\\{number)([A-Za-z0-9/_.-]|\\{number(:[1-9])?\\}|\\{(end_)?year(:2)?\\})*$',
  description:
    'letters, digits, / _ . - and once {number} or, with zeros in front, {number:4}; {year} or {year:2}; {end_year} or {end_year:2}',
})
/** Whether numbers begin again every year. */
export const NumbersBegin = oneOf(['once', 'calendar_year', 'financial_year'])
/** The year whose numbers they are; 0 where they do not begin again. */
export const Series = Type.Integer({ minimum: 0 })
export const InvoiceState = oneOf(['draft', 'authorised', 'paid', 'void'])
export const subscriptionStates = ['trial', 'active', 'grace', 'lapsed', 'cancelled'] as const
export const SubscriptionState = oneOf(subscriptionStates)
/** Of a person who has, or may have, a membership that another pays for. */
export const SharingState = oneOf(['invited', 'joined', 'declined', 'withdrawn', 'left', 'removed', 'unpaid'])
export const TransactionKind = oneOf(['charge', 'payment', 'refund', 'credit', 'writeoff', 'adjustment'])
export const Method = oneOf(['bank', 'card', 'cash', 'provider'])
export const ReminderKind = oneOf(['before', 'due', 'grace', 'price'])
export const InvoiceReminderKind = oneOf(['reminder', 'fee'])
/** What being late costs: nothing, an amount, or per cent of what is open. */
export const FeeKind = oneOf(['none', 'amount', 'percent'])
export const QuoteState = oneOf(['draft', 'sent', 'accepted', 'declined', 'withdrawn'])
export const RecurringState = oneOf(['active', 'paused', 'ended'])
export const RecurringUnit = oneOf(['week', 'month', 'quarter', 'year'])
/** Of one invoice of a recurring one: `refused` is tried again, `dropped` is not. */
export const RunState = oneOf(['waiting', 'made', 'refused', 'dropped'])
export const CardState = oneOf(['pending', 'active', 'removed'])
export const CardPaymentState = oneOf(['waiting', 'running', 'paid', 'action_required', 'given_up', 'cancelled'])
export const PriceAnswer = oneOf(['agreed', 'declined'])
export const ProviderKind = oneOf(['xero', 'stripe'])
export const ConnectionState = oneOf(['connected', 'broken', 'disconnected'])
export const OutboxState = oneOf(['queued', 'running', 'done', 'failed', 'cancelled'])
export const bankFormats = ['ofx', 'qif', 'csv', 'camt'] as const
export const BankFormat = oneOf(bankFormats)
export const bankLineStates = ['open', 'confirmed', 'ignored'] as const
export const BankLineState = oneOf(bankLineStates)
/** `queued`: to be read; `conflict`: people decide; `ignored`: they have set it aside. */
export const ReadingState = oneOf(['queued', 'read', 'conflict', 'ignored'])
/** `payout_return`: a payout that has failed or was cancelled. */
export const movementKinds = ['charge', 'refund', 'dispute', 'fee', 'payout', 'payout_return', 'other'] as const
export const MovementKind = oneOf(movementKinds)
/** As Stripe spells them. */
export const payoutStates = ['pending', 'in_transit', 'paid', 'failed', 'canceled'] as const
export const PayoutState = oneOf(payoutStates)
export const EventState = oneOf(['received', 'done', 'ignored', 'failed'])
