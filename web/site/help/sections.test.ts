import { expect, it } from 'vitest'
import { sectionsWith } from './sections.ts'

const text = [
  'Welcome',
  '',
  '# Map',
  'Drag it.',
  '## Trail',
  'One hour.',
  '# Alerts',
  '```',
  '# not a heading',
  '```',
].join('\n')

it.each([
  ['DRAG', '# Map\nDrag it.'],
  ['trail', '## Trail\nOne hour.'],
  ['welcome', 'Welcome'],
  ['not a heading', '# Alerts\n```\n# not a heading\n```'],
  ['r', '# Map\nDrag it.\n\n## Trail\nOne hour.\n\n# Alerts\n```\n# not a heading\n```'],
  ['boats', ''],
])('finds the sections that contain %j', (search, sections) => expect(sectionsWith(text, search)).toBe(sections))
