import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** What is waited for comes when it comes: a busy machine is no failure. */
const slow = {
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 60_000, interval: 100 } },
  setupFiles: ['tests/cost.ts', 'tests/cheap_passwords.ts'],
}

/**
 * About the wire, or about rules that the database only keeps: once is enough where there are two. Each domain has a
 * story that runs on both, such as the demonstration of a college.
 */
const once = [
  'tests/api/access/*.test.ts',
  'tests/api/{assistants,boundaries,conflicts,connections,contract,hardening,large_pages,logs,natural,newest}.test.ts',
  'tests/api/{open_routes,operations,pages,plans,request_log,spreadsheets,statuses,traccar_api,web}.test.ts',
  'tests/billing/{!(account),{discounts,memberships,ordinary}/*}.test.ts',
  'tests/cpd/!(demo).test.ts',
  'tests/cpd/feedback/*.test.ts',
  'tests/db/{keys,numbers,recipients_upgrade,records,tasks_in_parts,tracker_status,udp_transports}.test.ts',
  'tests/db/history/{chain,damage,kill,log}.test.ts',
  'tests/files/!(backup).test.ts',
  'tests/gateway/{drivers_kill,guard,jamming_alerts,kinds_kill,proximity_alerts,sensor_alerts}.test.ts',
  'tests/gateway/commands/*.test.ts',
  'tests/gateway/engine/{boundary_rules,conflicts,parts,schedules}.test.ts',
  'tests/gateway/faults/tcp_faults.test.ts',
  'tests/gateway/movement/{alerts_kill,days,follower,reading,roads,jobs,kill,kill_fleet,locate,raised,shifts,shifts_month,upgrade,watches}.test.ts',
  'tests/gateway/live/{leavers,movement,presence,stream,views}.test.ts',
  'tests/gateway/protocols/{fleet_protocols,frames,text_protocols}.test.ts',
  'tests/gateway/transports/!(transports).test.ts',
  'tests/messaging/{group_lists,kill,webhooks,writing}.test.ts',
  'tests/messaging/{channels,account_languages,account_mails,alert_settings,boundary_rules,confirmations}.test.ts',
  'tests/messaging/{delivery,flood,metrics,notices,people,push,quotas,recipient_check}.test.ts',
  'tests/messaging/{retention,schedule,silence}.test.ts',
  'tests/organisations/*.test.ts',
  'tests/people/!(users).test.ts',
  'tests/people/providers/*.test.ts',
  'tests/site/*.test.ts',
  'tests/tracking/!(demo|geometry|large_boundaries|large_removal).test.ts',
  'tests/tracking/{arrivals,doors,drivers,drills,groups,history,loans,maintenance,privacy,sharing,traccar}/*.test.ts',
]

/** What takes long begins first, so that no worker is left alone with it in the end. */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) =>
      /(kill|axe|presence|outage|faults|access\/random)\.test\.ts$/.test(moduleId)
    const sorted = await super.sort(files)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

/** What touches a database runs on both: `embedded`, and `server` where `scripts/test.ts` found PostgreSQL. */
export default defineConfig({
  test: {
    // Tests wait as well as compute: three more than the smallest machine has cores.
    maxWorkers: 5,
    reporters: ['default', './tests/cost_reporter.ts'],
    sequence: { sequencer: LongFirst },
    globalSetup: 'tests/templates.ts',
    projects: [
      {
        test: {
          name: 'unit',
          isolate: false,
          include: ['{api,db,gateway,messages,scripts,web}/**/*.test.ts', 'tests/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // The second gives modules of the client the addresses of all pages.
          setupFiles: ['tests/cost.ts', 'web/app/pages.ts'],
        },
      },
      {
        test: {
          name: 'embedded',
          include: [
            'tests/{db,gateway,api,tracking,people,organisations,messaging,site,files,cpd,billing}/**/*.test.ts',
          ],
          exclude: process.env.TEST_DATABASE_URL ? once : [],
          // What is loaded and compiled serves all files of a worker.
          isolate: false,
          env: { DATABASE: 'embedded' },
          ...slow,
        },
      },
      ...(process.env.TEST_DATABASE_URL
        ? [
            {
              test: {
                name: 'server',
                include: [
                  'tests/{db,gateway,api,tracking,people,organisations,messaging,site,files,cpd,billing}/**/*.test.ts',
                ],
                isolate: false,
                env: { DATABASE: 'server' },
                ...slow,
              },
            },
          ]
        : []),
      {
        test: {
          name: 'browser',
          include: ['tests/web/**/*.test.ts'],
          // One Chromium for all files of a worker.
          isolate: false,
          // Pages do not know which database there is; PostgreSQL starts faster.
          env: { DATABASE: process.env.TEST_DATABASE_URL ? 'server' : 'embedded' },
          ...slow,
        },
      },
    ],
  },
})
