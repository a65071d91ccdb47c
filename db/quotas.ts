/**
 * Quotas of what an organisation sends, unless the installation (`QUOTAS`) or a platform administrator
 * (`organisation_quota`) overrides them. `fresh` applies in an organisation's first week, or until it is trusted. Quotas
 * of rows are declared by the doors of `api`.
 */
export const quotas = {
  // SOS has twice the quota.
  // A college that enrols its people on the first evening needs the mails of a day in an hour.
  mails_per_hour: { most: 1000, fresh: 200, per: 'organisation' },
  mails_per_day: { most: 5000, fresh: 200, per: 'organisation' },
  sms_per_hour: { most: 100, fresh: 10, per: 'organisation' },
  sms_per_day: { most: 300, fresh: 20, per: 'organisation' },
  /** A device cannot agree to get them: a platform administrator allows them. */
  sms_commands_per_day: { most: 0, per: 'organisation' },
  pushes_per_hour: { most: 5000, fresh: 500, per: 'organisation' },
  pushes_per_day: { most: 30_000, fresh: 2000, per: 'organisation' },
  webhooks_per_hour: { most: 5000, fresh: 500, per: 'organisation' },
  webhooks_per_day: { most: 50_000, fresh: 5000, per: 'organisation' },
  /** Addresses outside the organisation that are asked to confirm. */
  confirmations_per_day: { most: 100, fresh: 20, per: 'organisation' },
  /** Alerts that one address gets; `alerts_per_hour` of an organisation's settings may only lower it. */
  alerts_per_hour: { most: 60, per: 'organisation' },
  /** Alerts of one tracker and one kind that are sent one by one. */
  alerts_of_tracker_per_hour: { most: 6, per: 'organisation' },
} as const satisfies Record<string, Quota>

/** The effective quotas of an organisation. */
export function figuresFor(defaults: QuotaDefaults, of: { fresh: boolean; overrides: Overrides | null }): Figures {
  const entries = Object.entries(defaults).map(([name, { most, fresh = most }]): [string, number] => {
    return [name, of.overrides?.[name] ?? (of.fresh ? Math.min(most, fresh) : most)]
  })
  return Object.fromEntries(entries) as Figures
}

/** @property per an organisation, a member of it who is no administrator, or a person over all organisations */
export type Quota = Limit & { per: 'organisation' | 'member' | 'person' }
type Limit = { most: number; fresh?: number }
/** Of sending; others are those of rows. */
export type QuotaName = keyof typeof quotas
export type QuotaDefaults = Record<QuotaName, Limit> & Record<string, Limit>
export type Overrides = Record<string, number>
export type Figures = Record<QuotaName, number> & Record<string, number>
