/**
 * Quotas of an organisation or a person, unless the installation (`QUOTAS`) or a platform administrator
 * (`organisation_quota`) overrides them. `fresh` applies in an organisation's first week, or until it is trusted.
 */
export const quotas = {
  // Rows of an organisation.
  trackers: { most: 1000, per: 'organisation' },
  boundaries: { most: 1000, per: 'organisation' },
  /** Positions of one boundary: each report of a tracker near it, and each map, reads them. */
  boundary_vertices: { most: 50_000, per: 'organisation' },
  locations: { most: 2000, per: 'organisation' },
  /** Members, and invitations that can still be accepted. */
  users: { most: 500, per: 'organisation' },
  /** Addresses that are asked to confirm. */
  recipients: { most: 300, per: 'organisation' },
  message_templates: { most: 200, per: 'organisation' },
  reminders: { most: 100, per: 'organisation' },
  notifications: { most: 100, per: 'organisation' },
  report_configs: { most: 500, per: 'organisation' },
  report_schedules: { most: 50, per: 'organisation' },
  movement_profiles: { most: 100, per: 'organisation' },
  data_locks: { most: 200, per: 'organisation' },
  share_links: { most: 500, per: 'organisation' },
  report_forwards: { most: 10, per: 'organisation' },
  commands_queued: { most: 5000, per: 'organisation' },
  /** Page contents, in all languages. */
  page_contents: { most: 200, per: 'organisation' },
  faqs: { most: 2000, per: 'organisation' },
  /** Enquiries that are not answered or closed. */
  enquiries_open: { most: 500, per: 'organisation' },
  /** Categories, standards, cycles, shared goals, form templates and terms of procedures. */
  cpd_definitions: { most: 5000, per: 'organisation' },
  /** Products, tax rates, accounts and branding themes. */
  billing_definitions: { most: 5000, per: 'organisation' },
  /** People and companies that are invoiced. */
  contacts: { most: 50_000, per: 'organisation' },
  /** Invoices and credit notes that people write, in 24 hours. */
  invoices_per_day: { most: 10_000, fresh: 2_000, per: 'organisation' },
  /** Messages that people write, in 24 hours. */
  messages_per_day: { most: 1000, fresh: 100, per: 'organisation' },

  // Rows of a member who is not an administrator, and of a person over all organisations.
  trackers_of_person: { most: 100, per: 'member' },
  boundaries_of_person: { most: 200, per: 'member' },
  boundary_vertices_of_person: { most: 5000, per: 'member' },
  locations_of_person: { most: 200, per: 'member' },
  report_configs_of_person: { most: 50, per: 'member' },
  /** Activities, procedures, goals, progress, forms, qualifications and relationships. */
  cpd_records_of_person: { most: 20_000, per: 'member' },
  message_drafts_of_person: { most: 100, per: 'member' },
  push_subscriptions: { most: 20, per: 'person' },
  organisations: { most: 50, per: 'person' },

  // Messages sent. SOS has twice the quota.
  mails_per_hour: { most: 1000, fresh: 60, per: 'organisation' },
  mails_per_day: { most: 5000, fresh: 200, per: 'organisation' },
  sms_per_hour: { most: 100, fresh: 10, per: 'organisation' },
  sms_per_day: { most: 300, fresh: 20, per: 'organisation' },
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

export const quotaNames = Object.keys(quotas) as QuotaName[]
/** Quotas that apply per organisation. */
export const organisationQuotas = quotaNames.filter((name) => quotas[name].per !== 'person')

/** The effective quotas of an organisation. */
export function figuresFor(defaults: QuotaDefaults, of: { fresh: boolean; overrides: Overrides | null }): Figures {
  const entries = quotaNames.map((name): [QuotaName, number] => {
    const { most, fresh = most } = defaults[name]
    return [name, of.overrides?.[name] ?? (of.fresh ? Math.min(most, fresh) : most)]
  })
  return Object.fromEntries(entries) as Figures
}

type Quota = { most: number; fresh?: number; per: 'organisation' | 'member' | 'person' }
export type QuotaName = keyof typeof quotas
export type QuotaDefaults = Record<QuotaName, { most: number; fresh?: number }>
export type Overrides = Partial<Record<QuotaName, number>>
export type Figures = Record<QuotaName, number>
