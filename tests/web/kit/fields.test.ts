import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import react from '@vitejs/plugin-react'
import type { Browser } from 'playwright-core'
import { Value } from 'typebox/value'
import { build } from 'vite'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { Signature } from '#db/tables/columns.ts'
import { paletteStyles } from '../../../web/build/palette.ts'
import { desk, openNewPage, phone, startBrowser, type TestPage } from '../browser.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const root = join(import.meta.dirname, 'form')
const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }

/** A form outside of the web client, so that each kind of field is tried before and after a resource has one. */
let built: string
let server: Server
let origin: string
let browser: Browser
let page: TestPage
/** Uploads that the server has received, which wait for their answer. */
let uploads: { bytes: number; answer: ServerResponse }[] = []
let aborted = 0

beforeAll(async () => {
  built = mkdtempSync(join(tmpdir(), 'ringfence-form-'))
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [react(), paletteStyles()],
    build: { outDir: built, emptyOutDir: true, target: 'es2023', chunkSizeWarningLimit: 2000 },
  })
  server = createServer((request, response) => (request.method === 'PUT' ? receive : serve)(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  browser = await startBrowser()
})
afterAll(() => {
  server?.close()
  if (built) rmSync(built, { recursive: true })
})
afterEach(async () => {
  const { errors } = page
  await page.context().close()
  uploads = []
  aborted = 0
  expect(errors).toEqual([])
})

async function receive(request: IncomingMessage, answer: ServerResponse) {
  request.on('close', () => request.complete || aborted++)
  answer.on('close', () => answer.writableEnded || aborted++)
  const body = await buffer(request).catch(() => null)
  if (body) uploads.push({ bytes: body.length, answer })
}

function serve(request: IncomingMessage, response: ServerResponse) {
  const path = new URL(request.url!, origin).pathname
  const file = join(built, path === '/' ? 'index.html' : path)
  response.setHeader('content-type', types[extname(file)] ?? 'application/octet-stream')
  response.end(readFileSync(file))
}

async function openForm(viewport = desk) {
  page = await openNewPage(browser, viewport)
  await page.goto(origin)
  await page.getByLabel('Notes', { exact: true }).waitFor()
  await page.getByRole('img', { name: /^Your signature/ }).waitFor()
}

const save = () => page.getByRole('button', { name: 'Save' })
const savedBody = async () => JSON.parse((await page.locator('#saved:not(:empty)').textContent()) ?? '')

async function draw() {
  const paper = page.getByRole('img', { name: /^Your signature/ })
  await paper.scrollIntoViewIfNeeded()
  const { x, y, width, height } = (await paper.boundingBox())!
  await page.mouse.move(x + width * 0.2, y + height * 0.3)
  await page.mouse.down()
  for (let i = 0; i <= 10; i++) await page.mouse.move(x + width * (0.2 + i * 0.05), y + height * (0.3 + (i % 3) * 0.2))
  await page.mouse.up()
}

it('Markdown has a live preview, in which nothing of the text runs or is requested', async () => {
  await openForm()
  const requested: string[] = []
  page.on('request', (request) => requested.push(request.url()))
  await page
    .getByLabel('Notes', { exact: true })
    .fill(
      [
        '# First aid\n\n**Two** days at [our site](/app/help), [more](https://example.org).',
        '<script>window.wrong = 1</script> <img src="https://example.org/a.png" onerror="window.wrong = 1">',
        '![plan](https://example.org/plan.png) ![inline](data:image/png;base64,AAAA) [run](javascript:wrong=1)',
      ].join('\n\n'),
    )
  const preview = page.getByRole('region', { name: 'Preview: Notes' })
  await preview.getByRole('heading', { name: 'First aid', level: 2 }).waitFor()
  await expect.poll(() => preview.locator('strong').allTextContents()).toEqual(['Two'])
  await expect
    .poll(() => preview.getByRole('link').evaluateAll((all) => all.map((each) => each.getAttribute('href'))))
    .toEqual([
      '/app/help',
      'https://example.org',
      // Written out in the tag that is shown as text.
      'https://example.org/a.png',
      'https://example.org/plan.png',
    ])
  expect(await preview.locator('img, script').count()).toBe(0)
  await expect.poll(() => preview.textContent()).toContain('<script>window.wrong = 1</script>')
  await expect.poll(() => preview.textContent()).toContain('[run](javascript:wrong=1)')
  expect(requested).toEqual([])
  expect(await page.evaluate(() => 'wrong' in window)).toBe(false)
})

it('the buttons of Markdown format the selection, and can be undone', async () => {
  await openForm()
  const notes = page.getByLabel('Notes', { exact: true })
  await notes.fill('one two')
  await notes.evaluate((input: HTMLTextAreaElement) => input.setSelectionRange(4, 7))
  await page.getByRole('button', { name: 'Bold' }).click()
  await expect.poll(() => notes.inputValue()).toBe('one **two**')
  await page.keyboard.press('Control+i')
  await expect.poll(() => notes.inputValue()).toBe('one **_two_**')
  await page.keyboard.press('Control+z')
  await expect.poll(() => notes.inputValue()).toBe('one **two**')
  await page.getByRole('button', { name: 'List' }).click()
  await expect.poll(() => notes.inputValue()).toBe('- one **two**')
})

it('a file is uploaded with progress, can be cancelled, and is tried again after a failure', async () => {
  await openForm()
  const field = page.locator('input[type=file]')
  const pdf = (name: string, size: number) => ({ name, mimeType: 'application/pdf', buffer: Buffer.alloc(size, 'a') })

  await field.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('a') })
  await page.getByRole('alert').getByText('This type of file is not accepted: PDF, image only.').waitFor()
  await field.setInputFiles(pdf('large.pdf', 200_001))
  await page.getByRole('alert').getByText('This file is too large: at most 195.3 KB.').waitFor()
  expect(uploads).toEqual([])

  await field.setInputFiles(pdf('scan.pdf', 150_000))
  await page.getByRole('progressbar', { name: 'Uploading scan.pdf' }).waitFor()
  await expect.poll(() => uploads.length).toBe(1)
  await expect.poll(() => save().isDisabled()).toBe(true)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect.poll(() => aborted).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Evidence: Choose a file' }).waitFor()

  await field.setInputFiles(pdf('scan.pdf', 150_000))
  await expect.poll(() => uploads.length).toBe(2)
  uploads[1]!.answer.writeHead(413).end(JSON.stringify({ message: 'The quota is full.', code: 'too_large' }))
  await page.getByRole('alert').getByText('The quota is full.').waitFor()
  page.errors = page.errors.filter((error) => !error.includes('413'))
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => uploads.length).toBe(3)
  expect(uploads[2]!.bytes).toBe(150_000)
  uploads[2]!.answer.writeHead(201).end(JSON.stringify({ data: { id: 7, name: 'scan.pdf', size: 150_000 } }))
  await page.getByText('146.5 KB').waitFor()

  await draw()
  await save().click()
  expect((await savedBody()).evidence_file_id).toBe(7)
  await page.getByRole('button', { name: 'Remove scan.pdf' }).click()
  await save().click()
  await expect.poll(async () => (await savedBody()).evidence_file_id).toBe(null)
})

it('a file is dropped', async () => {
  await openForm()
  const data = await page.evaluateHandle(() => {
    const transfer = new DataTransfer()
    transfer.items.add(new File(['aaaa'], 'photo.png', { type: 'image/png' }))
    return transfer
  })
  const zone = page.locator('div:has(> * > input[type=file]), div:has(> input[type=file])').first()
  await zone.dispatchEvent('dragover', { dataTransfer: data })
  await zone.dispatchEvent('drop', { dataTransfer: data })
  await expect.poll(() => uploads.length).toBe(1)
  expect(uploads[0]!.bytes).toBe(4)
  uploads[0]!.answer.writeHead(201).end(JSON.stringify({ data: { id: 8, name: 'photo.png', size: 4 } }))
  await page.getByText('photo.png').waitFor()
})

it('a signature is drawn, undone and cleared, and shown again as it was', async () => {
  await openForm()
  await save().isDisabled()
  await draw()
  await draw()
  await page.getByRole('button', { name: 'Undo' }).click()
  await save().click()
  const { signature } = await savedBody()
  expect(Value.Errors(Signature, signature)).toEqual([])
  expect(signature.typed).toBe(null)
  expect(signature.strokes).toHaveLength(1)
  expect(signature.strokes[0].length).toBeGreaterThan(5)
  // The pen began at a fifth of the width and three tenths of the height of the paper of 600 × 200.
  expect(Math.abs(signature.strokes[0][0][0] - 120)).toBeLessThan(2)
  expect(Math.abs(signature.strokes[0][0][1] - 60)).toBeLessThan(2)

  await page.reload()
  const paper = page.getByRole('img', { name: /^Your signature/ })
  const inked = () =>
    paper.evaluate((canvas: HTMLCanvasElement) => {
      const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height)
      return data.some((value, index) => index % 4 === 3 && value > 0)
    })
  await expect.poll(inked).toBe(true)
  await page.getByRole('button', { name: 'Clear' }).click()
  await expect.poll(inked).toBe(false)
  await save().click()
  await page.getByText('Please fill this in.').waitFor()
})

it('a signature is drawn with a finger on a narrow screen, without scrolling the page', async () => {
  page = await openNewPage(browser, phone, { hasTouch: true, isMobile: true, deviceScaleFactor: 3 })
  await page.goto(origin)
  const paper = page.getByRole('img', { name: /^Your signature/ })
  await paper.scrollIntoViewIfNeeded()
  const { x, y, width, height } = (await paper.boundingBox())!
  const touch = await page.context().newCDPSession(page)
  const at = (part: number) => [{ x: x + width * part, y: y + height * part }]
  const scrolled = () => page.evaluate(() => scrollY)
  const before = await scrolled()
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0.2) })
  for (let i = 1; i < 10; i++) {
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(0.2 + i * 0.06) })
  }
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  expect(await scrolled()).toBe(before)
  await save().click()
  const { signature } = await savedBody()
  expect(Math.abs(signature.strokes[0][0][0] - 120)).toBeLessThan(3)
  expect(Math.abs(signature.strokes[0].at(-1)[0] - 444)).toBeLessThan(6)
})

it('a signature is typed with the keyboard only', async () => {
  await openForm()
  await page.getByRole('radio', { name: 'Draw' }).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Aroha Tāmihana')
  await page.keyboard.press('Enter')
  const { signature } = await savedBody()
  expect(Value.Errors(Signature, signature)).toEqual([])
  expect(signature).toMatchObject({ typed: 'Aroha Tāmihana', strokes: [] })
})

it.each([
  ['desk', desk],
  ['phone', phone],
])('the fields are accessible and fit on a %s', async (_name, viewport) => {
  await openForm(viewport)
  await page.getByLabel('Notes', { exact: true }).fill('# One\n\n| a | b |\n| - | - |\n| c | d |')
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('a') })
  await page.getByRole('alert').waitFor()
  await draw()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    // Colours that are still changing have a contrast that none of the two themes has.
    await page.evaluate(async () => {
      await new Promise(requestAnimationFrame)
      const transitions = document.getAnimations().filter((animation) => animation instanceof CSSTransition)
      await Promise.allSettled(transitions.map(({ finished }) => finished))
    })
    await page.evaluate(axe)
    // biome-ignore lint/suspicious/noExplicitAny: axe is a global of the page
    const { violations } = await page.evaluate(() => (window as any).axe.run())
    // biome-ignore lint/suspicious/noExplicitAny: as axe reports them
    expect(violations.map(({ id, nodes }: any) => `${id}: ${nodes[0].html}`)).toEqual([])
    if (process.env.PICTURES) {
      await page.screenshot({ path: join(process.env.PICTURES, `fields-${_name}-${colorScheme}.png`), fullPage: true })
    }
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
})
