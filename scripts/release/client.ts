import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServer } from '../server/compose.ts'
import { readConfig } from '../server/config.ts'
import type { Release } from './release.ts'

/** What makes the types, and checks them. Not of the project: its TypeScript is another. */
const tools = {
  'openapi-typescript': '7.13.0',
  'openapi-fetch': '0.17.0',
  typescript: '5.9.3',
  '@types/node': '24.19.2',
}

/** Statuses of this API that programs of others do not know, by those that mean the same in types. */
const known: Record<string, string> = { 260: '203', 261: '200', 262: '202' }

/**
 * Writes the package with which programs in TypeScript use the API: types of the OpenAPI document, and openapi-fetch. An
 * example is compiled against it, and one that is wrong must not compile.
 */
export async function writeClient(root: string, { version, url }: Release): Promise<void> {
  const work = mkdtempSync(join(tmpdir(), 'ringfence-client-'))
  try {
    const document = await readDocument(work)
    rmSync(root, { recursive: true, force: true })
    mkdirSync(root, { recursive: true })
    cpSync(join(import.meta.dirname, 'client'), root, { recursive: true })
    cpSync(join(import.meta.dirname, '../../LICENSE'), join(root, 'LICENSE'))
    writeFileSync(join(root, 'package.json'), `${JSON.stringify(aboutPackage(version, url), null, 2)}\n`)
    writeFileSync(join(work, 'package.json'), JSON.stringify({ private: true, dependencies: tools }))
    writeFileSync(join(work, 'openapi.json'), JSON.stringify(withKnownStatuses(document)))
    run(work, 'npm', ['install', '--silent', '--no-audit', '--no-fund'])
    run(work, 'node_modules/.bin/openapi-typescript', ['openapi.json', '--output', join(root, 'schema.d.ts')])
    check(root, work)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

/** Of a server that is started for it, and ends. */
async function readDocument(work: string): Promise<Document> {
  const config = readConfig({
    HOST: '127.0.0.1',
    DATA_DIR: join(work, 'data'),
    LOG_LEVEL: 'silent',
    TCP_PORTS: 'off',
    ...Object.fromEntries(['HTTP_PORT', 'MQTT_PORT', 'MQTTS_PORT', 'OSMAND_PORT'].map((name) => [name, '0'])),
  })
  const server = await startServer(config)
  try {
    const response = await fetch(`http://127.0.0.1:${server.http_port}/api/openapi.json`)
    return (await response.json()) as Document
  } finally {
    await server.stop()
  }
}

/** Types take an answer for good only where its status is one of RFC 9110. */
export function withKnownStatuses(document: Document): Document {
  const paths = Object.entries(document.paths).map(([path, operations]) => {
    const changed = Object.entries(operations).map(([method, { responses, ...operation }]) => {
      const renamed = Object.entries(responses).map(([status, answer]) => [known[status] ?? status, answer])
      return [method, { ...operation, responses: Object.fromEntries(renamed) }]
    })
    return [path, Object.fromEntries(changed)]
  })
  return { ...document, paths: Object.fromEntries(paths) }
}

function aboutPackage(version: string, url: string) {
  return {
    name: 'ringfence-client',
    // As npm has it: numbers without zeros in front.
    version: version.split('.').map(Number).join('.'),
    description: 'Typed client of the REST API of Ringfence',
    license: 'Apache-2.0',
    homepage: url,
    type: 'module',
    engines: { node: '>=20' },
    exports: { '.': { types: './index.d.ts', default: './index.js' } },
    files: ['index.js', 'index.d.ts', 'schema.d.ts', 'example.ts'],
    dependencies: { 'openapi-fetch': tools['openapi-fetch'] },
  }
}

/** @throws where the example does not compile, or the wrong one does */
function check(root: string, work: string): void {
  const program = join(work, 'program')
  const installed = join(program, 'node_modules/ringfence-client')
  mkdirSync(installed, { recursive: true })
  cpSync(root, installed, { recursive: true })
  cpSync(join(root, 'example.ts'), join(program, 'example.ts'))
  const flags = [
    '--noEmit',
    '--strict',
    '--skipLibCheck',
    '--module',
    'nodenext',
    '--target',
    'es2024',
    '--types',
    'node',
  ]
  const compile = (file: string) => run(program, '../node_modules/.bin/tsc', [...flags, file])
  writeFileSync(join(program, 'package.json'), '{"type":"module"}')
  compile('example.ts')
  const wrong = readFileSync(join(root, 'example.ts'), 'utf8').replace('name: ', 'nmae: ')
  writeFileSync(join(program, 'wrong.ts'), wrong)
  let refused = false
  try {
    compile('wrong.ts')
  } catch {
    refused = true
  }
  if (!refused) throw new Error('The types of the client take a field that is not there.')
}

function run(cwd: string, command: string, args: string[]): void {
  try {
    execFileSync(command, args, { cwd, stdio: 'pipe' })
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: Buffer | string; stderr?: Buffer | string }
    throw new Error(`${command} ${args[0]}: ${`${stdout}${stderr}`.slice(0, 2000)}`)
  }
}

type Document = { paths: Record<string, Record<string, { responses: Record<string, unknown> }>> }
