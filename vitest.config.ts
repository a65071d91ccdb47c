import { defineConfig } from 'vitest/config'

/** What is waited for comes when it comes: a busy machine is no failure. */
const slow = { testTimeout: 120_000, hookTimeout: 120_000, expect: { poll: { timeout: 20_000 } } }

/** Slow, and of what goes over the wire or is asked rather than of a database: once is enough where there are two. */
const wires = [
  'tests/gateway/{frames,fleet_protocols,text_protocols,osmand,tcp,limits,tls}.test.ts',
  'tests/api/{access.random,hardening}.test.ts',
  'tests/messages/people.test.ts',
]

/** What touches a database runs on both: `embedded`, and `server` where `scripts/test.ts` found PostgreSQL. */
export default defineConfig({
  test: {
    // Tests wait more than they compute: one more than the smallest machine has cores.
    maxWorkers: 3,
    reporters: ['default'],
    globalSetup: 'tests/image.ts',
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{api,db,gateway,messages,scripts,web}/**/*.test.ts', 'tests/*.test.ts'],
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'embedded',
          include: ['tests/{db,gateway,api,messages}/**/*.test.ts'],
          exclude: process.env.TEST_DATABASE_URL ? wires : [],
          env: { DATABASE: 'embedded' },
          ...slow,
        },
      },
      ...(process.env.TEST_DATABASE_URL
        ? [
            {
              test: {
                name: 'server',
                include: ['tests/{db,gateway,api,messages}/**/*.test.ts'],
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
          // Pages do not know which database there is; PostgreSQL starts faster.
          env: { DATABASE: process.env.TEST_DATABASE_URL ? 'server' : 'embedded' },
          ...slow,
        },
      },
    ],
  },
})
