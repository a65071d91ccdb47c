import type { files as english } from '../en/files.ts'
import type { Translation } from '../translation.ts'

/** Files, folders and background jobs. */
export const files = {
  fields: {
    file: {
      id: 'Tau',
      name: 'Ingoa',
      path: 'Kōpaki',
      mimetype: 'Momo',
      size: 'Rahi',
      hidden: 'Huna',
      owner: 'Kaipupuri',
      uploaded_by: 'Nā wai i tuku ake',
      uploaded_at: 'Nō nāhea i tukuna ake ai',
      modified_at: 'Kua panonitia',
    },
  },
} satisfies Translation<typeof english>
