import { expect, it } from 'vitest'
import { ancestorsOf, nodesOf } from './folderTree.ts'
import type { Folder } from './queries.ts'

const folder = (id: number, parent_file_id: number | null, name: string): Folder => ({
  id,
  parent_file_id,
  name,
  owner_user_id: 1,
  hidden: false,
  items: 0,
  folders: 0,
})
const folders = [folder(1, null, 'Aroha'), folder(3, 2, '2026'), folder(2, 1, 'Photos'), folder(4, 1, 'Scans')]

it('names the folders around a folder, from the root', () => {
  expect(ancestorsOf(folders, 3).map(({ name }) => name)).toEqual(['Aroha', 'Photos', '2026'])
  expect(ancestorsOf(folders, 9)).toEqual([])
})

it('survives a cycle, which the server never makes', () => {
  expect(ancestorsOf([folder(1, 2, 'a'), folder(2, 1, 'b')], 1).length).toBeLessThanOrEqual(100)
})

it('makes a tree, without a folder and what is in it', () => {
  const scans = { id: 4, name: 'Scans', children: [] }
  const photos = { id: 2, name: 'Photos', children: [{ id: 3, name: '2026', children: [] }] }
  expect(nodesOf(folders)).toEqual([{ id: 1, name: 'Aroha', children: [photos, scans] }])
  expect(nodesOf(folders, new Set([2]))).toEqual([{ id: 1, name: 'Aroha', children: [scans] }])
})
