import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { resources } from '#api/domains.ts'
import { tables } from '#db/tables/index.ts'
import { below, cyclesOf, files, type Import, importsOf, isTest, root } from './imports.ts'

const tops = ['api', 'db', 'gateway', 'messages', 'scripts', 'tests', 'web']
/** Folders of `api` with a door. */
const domains = readdirSync(join(root, 'api')).filter((name) => existsSync(join(root, 'api', name, 'index.ts')))

/** Allowed imports of each part from other parts. Data flows one way; downstream parts do not import upstream ones. */
const rules: Record<string, { values: string[]; types?: string[] }> = {
  db: { values: [] },
  messages: { values: ['db'] },
  gateway: { values: ['messages', 'db'] },
  api: { values: ['messages', 'db'] },
  web: {
    values: [
      'api/client.ts',
      'api/billing/money',
      'db/sensors/calibrate.ts',
      'messages/palette.ts',
      'messages/languages.ts',
      'messages/geography',
    ],
    types: ['api', 'gateway', 'messages', 'db'],
  },
  scripts: { values: ['api', 'gateway', 'messages', 'db'] },
  'scripts/small_coast.ts': { values: ['web/tracking/map'] },
  'scripts/bench/parts/past.ts': { values: ['scripts', 'api', 'web/tracking/timemachine/pastFleet.ts'] },
  // The stand-in for Stripe.
  'scripts/club_year': { values: ['scripts', 'api', 'db', 'tests/billing/fake_stripe.ts'] },
  // The list of pages, for screenshots.
  'scripts/screenshots': { values: ['scripts', 'api', 'web/app/pages.ts'] },
}

/** The layers of a part, lowest first; a file imports from its own layer and lower ones. */
const layers: Record<string, (path: string) => number> = {
  api: layerBy([
    (path) => path === 'api/context.ts' || below(path, 'api/http') || below(path, 'api/pdf'),
    'api/crud',
    isIn('api', domains),
    'api',
  ]),
  web: layerBy(['web/locales', 'web/core', 'web/kit', isIn('web', domains), 'web']),
}

/** Allowed pairs of domains, by the domain of the importing file. Others are forbidden. */
const uses: Record<string, Record<string, string[]>> = {
  api: {
    // Trackers of an invitation, and of a profile.
    people: ['tracking', 'organisations', 'messaging'],
    organisations: ['messaging'],
    messaging: ['files'],
    // Reports that are mailed: who has agreed to mails, and their files.
    tracking: ['messaging', 'files'],
    // The icon of a site is a stored file.
    site: ['people', 'messaging', 'files'],
    // Files as evidence, people who are imported, unread reminders, and fees.
    cpd: ['people', 'files', 'messaging', 'billing'],
    // Those who join, PDFs as evidence, and unread reminders.
    billing: ['people', 'files', 'messaging'],
  },
  web: {
    // A member is chosen in one way everywhere.
    tracking: ['people', 'organisations', 'messaging', 'files'],
    messaging: ['files'],
    people: ['messaging'],
    // Files are uploaded in one way: the icon of a site.
    organisations: ['people', 'messaging', 'files'],
    site: ['tracking'],
    // Files as evidence, and what is charged.
    cpd: ['people', 'files', 'billing'],
    // Files are uploaded in one way: the logo of invoices.
    billing: ['people', 'files'],
  },
}

/**
 * The layers around the domains name no table and no resource: what a domain has is declared in its door, or in its
 * tables. Each may speak of a few itself, for the reason beside it.
 */
const spoken: Record<string, Record<string, string>> = {
  'api/crud': {
    user_account: 'who asks',
    session: 'who asks',
    api_key: 'who asks',
    membership: 'whose rows they may see',
    organisation: 'whose rows they may see',
    organisation_config: 'whether it asks for a second factor',
    organisation_hold: 'whether it is held',
    website: 'whether it asks for a second factor',
    data_lock: 'which rows are frozen',
    installation: 'whose figures they are',
    audit_log: 'its own: what was done',
    file: 'the field of an import that has the file',
  },
  'api/http': { attempt: 'its own: rate limits', idempotency_key: 'its own: what was answered', api_key: 'who asks' },
  'web/core': {
    user: 'a kind of reader',
    userconfig: 'how the reader wants dates and measures',
    website: 'the name of the site',
    installation: 'whose website it is',
    notifications: 'what the answer to a sign-in has',
    job: 'the tray of background work, which every page has',
    jobs: 'the same',
    file: 'what such work makes',
  },
  'web/kit': {
    user: 'a kind of reader',
    product: 'a part of menus: what an organisation comes for',
    website: 'fields of a form that is no resource',
    signature: 'a kind of field',
    currency: 'a style of numbers',
    alert: 'a role of ARIA',
  },
  'web/app': {
    user: 'a kind of reader',
    product: 'a part of menus: what an organisation comes for',
    tracker: 'the map and replay are one address',
    files: 'the tray of background work is in the top bar',
    message: 'an event of browsers',
    alert: 'a role of ARIA',
  },
  'db/moving': {},
  'db/backup': {},
  'db/contents': { file_content: 'its own: where the bytes are' },
}

/** Parts whose folders import each other without a circle. */
const free_of_cycles = ['db', 'gateway', ...domains.flatMap((domain) => [`api/${domain}`, `web/${domain}`])]

const MOST_FILES = 25

const paths = tops.flatMap((top) => files(top))
const sources = new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]))
const imports = new Map([...sources].map(([path, text]) => [path, importsOf(path, text)]))
const code = paths.filter((path) => !isTest(path))

describe('the structure', () => {
  it.each(['db', 'messages', 'gateway', 'api', 'web', 'scripts'])('%s imports allowed parts only', (top) => {
    const wrong = wrongOf(top, (path, { to, is_type }) => {
      const [part, { values, types = [] }] = ruleOf(path)
      return ![part, ...values, ...(is_type ? types : [])].some((allowed) => below(to, allowed))
    })
    expect(wrong).toEqual([])
  })

  it.each(Object.keys(layers))('imports of %s go down only', (top) => {
    const layerOf = layers[top]!
    expect(wrongOf(top, (path, { to }) => below(to, top) && layerOf(to) > layerOf(path))).toEqual([])
  })

  it.each(Object.keys(uses))('domains of %s use only the listed others, and every listed pair is used', (top) => {
    const pairs = new Set<string>()
    const wrong = wrongOf(top, (path, { to }) => {
      const [from, other] = [domainOf(path), domainOf(to)]
      if (!below(to, top) || !from || !other || from === other) return false
      pairs.add(`${from} → ${other}`)
      return !uses[top]![from]?.includes(other)
    })
    expect(wrong).toEqual([])
    const listed = Object.entries(uses[top]!).flatMap(([from, others]) => others.map((other) => `${from} → ${other}`))
    expect([...pairs].sort()).toEqual(listed.sort())
  })

  it('domains of api use each other in no circle', () => {
    const graph = new Map(Object.entries(uses.api!).map(([from, others]) => [from, others.map((to) => ({ to }))]))
    for (const name of domains) if (!graph.has(name)) graph.set(name, [])
    expect(cyclesOf(graph)).toEqual([])
  })

  it('a decoder imports only reports, shared code and its own parts', () => {
    const folder = 'gateway/protocols'
    const wrong = wrongOf(folder, (path, { to }) => {
      if (path === `${folder}/index.ts`) return false
      const own = path.split('/').slice(0, 3).join('/')
      return ![`${folder}/report.ts`, `${folder}/shared`, own].some((allowed) => below(to, allowed))
    })
    expect(wrong).toEqual([])
  })

  it('rules import only rules', () => {
    expect(wrongOf('gateway/engine/rules', (_path, { to }) => !below(to, 'gateway/engine/rules'))).toEqual([])
  })

  it('the CPD engine imports only its own files and Node, and presets only the engine', () => {
    const engine = 'api/cpd/engine'
    expect(wrongOf(engine, (_path, { to }) => !below(to, engine))).toEqual([])
    const presets = 'api/cpd/presets'
    expect(wrongOf(presets, (_path, { to }) => !below(to, engine) && !below(to, presets))).toEqual([])
  })

  it('the computation of money imports only its own files', () => {
    const folder = 'api/billing/money'
    expect(wrongOf(folder, (_path, { to }) => !below(to, folder))).toEqual([])
  })

  it('PDFs are laid out in worker threads only: these alone load layouts, and only layouts draw', () => {
    const isLayout = (path: string) => /^api\/.*\/layout\.ts$/.test(path)
    const draws = wrongOf('api', (path, { to }) => to === 'api/pdf/document.ts' && !isLayout(path))
    expect(draws).toEqual([])
    expect(code.filter((path) => /^import (?!type).*\/layout\.ts'/m.test(sources.get(path)!))).toEqual([])
  })

  it('has no cycle among domains of web', () => {
    expect(cyclesOf(new Map(Object.entries(uses.web!).map(([from, others]) => [from, toAll(others)])))).toEqual([])
  })

  it.each(free_of_cycles)('has no cycle among the folders of %s, nor among those and the files beside them', (top) => {
    const folderIn = (path: string) => (below(path, top) ? path.slice(top.length + 1).split('/')[0] : undefined)
    const folders = Map.groupBy(
      code.filter((path) => folderIn(path)),
      (path) => folderIn(path)!,
    )
    const graph = [...folders].map(([folder, inside]) => {
      const others = inside.flatMap((path) => imports.get(path)!.map(({ to }) => folderIn(to)))
      return [folder, toAll(others.filter((other) => other !== undefined && other !== folder))] as const
    })
    expect(cyclesOf(new Map(graph))).toEqual([])
  })

  it('has no import cycles, types included', () => {
    expect(cyclesOf(imports)).toEqual([])
  })

  it(`has no folder of more than ${MOST_FILES} files`, () => {
    const sizes = Map.groupBy(
      [...tops.flatMap((top) => files(top)), ...tops.flatMap((top) => files(top, /\.css$/))],
      dirname,
    )
    const large = [...sizes].filter(([, inside]) => inside.length > MOST_FILES)
    expect(large.map(([folder, inside]) => `${folder}: ${inside.length}`)).toEqual([])
  })

  it('has the same domain names everywhere', () => {
    const places = ['api', 'db/tables', 'web', 'tests', 'tests/web']
    const others =
      /^(api|app|build|core|crud|db|dist|gateway|http|kit|locales|pdf|public|screenshots|seeds|web|\.cache)$/
    const unknown = places.flatMap((place) =>
      readdirSync(join(root, place), { withFileTypes: true })
        .filter((entry) => entry.isDirectory() && !domains.includes(entry.name) && !others.test(entry.name))
        .map(({ name }) => `${place}/${name}`),
    )
    expect(unknown).toEqual([])
  })

  it('writes the addresses of pages in the doors of domains, and nowhere else', () => {
    const mayWrite = ['web/app', 'web/core/paths.ts', ...domains.map((domain) => `web/${domain}/index.ts`)]
    const written = code
      .filter((path) => below(path, 'web') && !mayWrite.some((each) => below(path, each)))
      .filter((path) => /['"`]\/app(?:[/?#]|['"`])/.test(sources.get(path)!))
    expect(written).toEqual([])
  })

  it.each(Object.keys(spoken))('%s names no table and no resource but those that it speaks of itself', (folder) => {
    const words = new Set(Object.keys(spoken[folder]!))
    const found = code
      .filter((path) => below(path, folder))
      .flatMap((path) => namesIn(sources.get(path)!, folder).map((name) => ({ name, path })))
    expect(found.filter(({ name }) => !words.has(name)).map(({ name, path }) => `${path}: ${name}`)).toEqual([])
    // A reason without a use is stale.
    expect([...words].filter((word) => !found.some(({ name }) => name === word))).toEqual([])
  })

  it('finds names as strings, in unions and in statements', () => {
    expect(namesIn("rows(trx, 'tracker')", 'db')).toEqual(['tracker'])
    expect(namesIn("type A = 'invoice' | 'x'", 'api')).toEqual(['invoice'])
    expect(namesIn('select from share_link s', 'db')).toEqual(['share_link'])
    expect(namesIn('set audit_log.ip = null', 'db')).toEqual(['audit_log'])
  })

  it('the import search finds every kind of import', () => {
    // Guards against a rule that passes because its search is broken.
    expect([...imports.values()].flat().length).toBeGreaterThan(3000)
    expect(
      cyclesOf(
        new Map([
          ['a', [{ to: 'b' }]],
          ['b', [{ to: 'c' }]],
          ['c', [{ to: 'b' }]],
        ]),
      ),
    ).toEqual(['b → c'])
  })
})

/** Tables and resources that a text names: as a string, or where a statement names a table. */
function namesIn(source: string, folder: string): string[] {
  // Neither examples in comments nor paths of files count.
  const text = source.replace(/\/\*[\s\S]*?\*\/|\/\/.*|^import .*|from '[./#].*/gm, '')
  const all = tables.map(({ name }) => name as string)
  const others = folder.startsWith('db') ? [] : Object.values(resources).flatMap(({ name, plural }) => [name, plural])
  const strings = text.matchAll(new RegExp(`['"\`](${[...all, ...others].join('|')})['"\`]`, 'g'))
  const places = `(?:from|join|into|update|table|truncate) (?:moving_)?(${all.join('|')})\\b`
  const columns = `\\b(${all.filter((name) => name.includes('_')).join('|')})\\.[a-z]`
  const statements = text.matchAll(new RegExp(`\\b${places}|${columns}`, 'g'))
  return [...strings, ...statements].map(([, name, column]) => (name ?? column)!)
}

/** Imports in a part's files, except tests, that break a rule. */
function wrongOf(folder: string, isWrong: (path: string, found_import: Import) => boolean): string[] {
  return code
    .filter((path) => below(path, folder))
    .flatMap((path) =>
      imports
        .get(path)!
        .filter((found_import) => isWrong(path, found_import))
        .map(({ to }) => `${path} imports ${to}`),
    )
}

function toAll(names: (string | undefined)[]): { to: string }[] {
  return names.map((to) => ({ to: to! }))
}

/** The most specific rule for a path. */
function ruleOf(path: string) {
  const covering = Object.entries(rules).filter(([part]) => below(path, part))
  return covering.sort(([a], [b]) => b.length - a.length)[0]!
}

function layerBy(order: (string | ((path: string) => boolean))[]) {
  return (path: string) => order.findIndex((one) => (typeof one === 'string' ? below(path, one) : one(path)))
}

function isIn(top: string, names: string[]) {
  return (path: string) => names.some((name) => below(path, `${top}/${name}`))
}

function domainOf(path: string): string | undefined {
  return domains.find((name) => path.split('/')[1] === name)
}
