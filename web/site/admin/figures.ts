import { paths } from '../../core/paths.ts'

const week = { range: 'week' } as const
const accounts = { tab: 'accounts' } as const

/** The figures of the dashboard, in their groups, each with the list that shows what is counted. */
export const groups = [
  {
    name: 'people',
    figures: [
      figure('new_people', paths.users({ ...accounts, ...week })),
      figure('unconfirmed_people', paths.users({ ...accounts, confirmed: 'false' })),
      figure('locked_people', paths.users({ ...accounts, locked: 'true' }), true),
    ],
  },
  {
    name: 'alerts',
    feature: 'tracking',
    figures: [
      figure('open_alerts', paths.alerts({ state: 'open' })),
      figure('unacknowledged_alerts', paths.alerts({ state: 'open', acknowledged: 'no' }), true),
    ],
  },
  {
    name: 'messages',
    figures: [
      figure('failed_messages', paths.allMessages({ ...week, state: 'failed' }), true),
      figure('held_messages', paths.allMessages({ ...week, state: 'held' })),
      figure('new_enquiries', paths.enquiries({ state: 'new' })),
    ],
  },
  {
    name: 'files',
    feature: 'files',
    figures: [
      figure('files', paths.filesAdmin({ tab: 'files' })),
      figure('infected_files', paths.filesAdmin({ tab: 'infected' }), true),
      figure('failed_jobs', paths.jobs({ ...week, state: 'failed' }), true),
    ],
  },
  {
    name: 'development',
    feature: 'cpd',
    figures: [
      figure('submitted_plans', paths.plans({ state: 'submitted' })),
      figure('cases_for_review', paths.procedures({ of: 'all', state: 'for_review' })),
      figure('submitted_forms', paths.forms({ state: 'submitted' })),
      figure('asked_waivers', paths.waivers({ state: 'requested' }), true),
      figure('draft_plans', paths.plans({ state: 'draft', cycle: 'open' })),
      figure('unconfirmed_qualifications', paths.qualifications({ state: 'unconfirmed' }), true),
      figure('lapsed_qualifications', paths.qualifications({ state: 'lapsed' }), true),
    ],
  },
] as const

/** The same of the whole installation, for platform administrators. */
export const platformGroups = [
  {
    name: 'people',
    figures: [
      figure('new_people', paths.users({ ...accounts, ...week, everywhere: '1' })),
      figure('unconfirmed_people', paths.users({ ...accounts, confirmed: 'false', everywhere: '1' })),
      figure('locked_people', paths.users({ ...accounts, locked: 'true', everywhere: '1' }), true),
    ],
  },
  {
    name: 'devices',
    figures: [
      figure('unregistered_devices', paths.unknownDevices({ status: 'unregistered' })),
      figure('refused_devices', paths.unknownDevices({ status: 'not_allowed' }), true),
      figure('outbox', paths.outbox()),
    ],
  },
] as const

/** @param warns whether any at all asks for an administrator */
function figure<Name extends string>(name: Name, to: string, warns = false) {
  return { name, to, warns }
}

export type Group = (typeof groups | typeof platformGroups)[number]
export type Overview = {
  organisation_id: number
  figures: { name: string; of: 'organisation' | 'installation'; count: number }[]
  storage: { bytes: number; bytes_max: number }
}
