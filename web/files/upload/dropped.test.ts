import { expect, it } from 'vitest'
import { readChosen } from './dropped.ts'

const file = (name: string, webkitRelativePath = '') => ({ name, webkitRelativePath }) as File

it('reads the folders around the files of a chosen folder', () => {
  const chosen = readChosen([file('a.txt', 'Te Kura/2026/a.txt'), file('b.txt', 'Te Kura/b.txt'), file('c.txt')])
  expect(chosen.map(({ folders }) => folders)).toEqual([['Te Kura', '2026'], ['Te Kura'], []])
})

it('leaves out what systems put into folders, and takes it where it was chosen by itself', () => {
  const chosen = readChosen([
    file('.DS_Store', 'Photos/.DS_Store'),
    file('Thumbs.db', 'Photos/Thumbs.db'),
    file('.DS_Store'),
  ])
  expect(chosen.map(({ file }) => file.webkitRelativePath)).toEqual([''])
})
