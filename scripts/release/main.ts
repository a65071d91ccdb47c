import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { stringify } from 'yaml'
import { protocols } from '#gateway/protocols/index.ts'
import { chart } from './chart.ts'
import { writeClient } from './client.ts'
import { homeAssistant } from './home_assistant.ts'
import type { Release } from './release.ts'
import { umbrel } from './umbrel.ts'

const help = `Usage: npm run release -- --image NAME [options]

Writes what others need to offer this version: an app for Home Assistant, one for Umbrel, a Helm chart, and the
package of a client in packages/client. What is there is replaced.

  --image NAME     the image, without a tag: ghcr.io/owner/ringfence
  --digest DIGEST  sha256:… of the published image; Umbrel takes none without it
  --url URL        the pages of the project
  --out FOLDER     where the files go (data/release)
  --no-client      leaves the package out: it starts a server, and installs TypeScript from npm
  --help           this text`

const options = {
  image: { type: 'string' },
  digest: { type: 'string' },
  url: { type: 'string' },
  out: { type: 'string', default: 'data/release' },
  'no-client': { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

try {
  const { values } = parseArgs({ options })
  if (values.help) console.log(help)
  else {
    const [release, out] = [checked(values), resolve(values.out)]
    writeRelease(release, out)
    if (!values['no-client']) await offerClient(release, join(out, 'packages/client'))
  }
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}

function checked({ image, digest, url }: { image?: string; digest?: string; url?: string }): Release {
  if (!image) throw new Error('Name the image: npm run release -- --image ghcr.io/owner/ringfence')
  if (!/^[a-z0-9.:-]+(\/[a-z0-9._-]+)+$/.test(image))
    throw new Error(`${image} is not the name of an image without a tag.`)
  if (digest !== undefined && !/^sha256:[0-9a-f]{64}$/.test(digest)) throw new Error(`${digest} is not a digest.`)
  const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'))
  return { version, image, digest: digest ?? null, url: url ?? `https://${image}`, protocols }
}

async function offerClient(release: Release, root: string): Promise<void> {
  await writeClient(root, release)
  console.log(root)
}

function writeRelease(release: Release, out: string): void {
  const folders = { home_assistant: homeAssistant(release), umbrel: umbrel(release), chart: chart(release) }
  for (const [folder, { files, copies }] of Object.entries(folders)) {
    const root = join(out, folder)
    rmSync(root, { recursive: true, force: true })
    for (const [from, to] of Object.entries(copies))
      cpSync(join(import.meta.dirname, from), join(root, to), { recursive: true })
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      writeFileSync(
        join(root, path),
        typeof content === 'string' ? content : stringify(content, { version: '1.1', lineWidth: 110 }),
      )
    }
    console.log(root)
  }
}
