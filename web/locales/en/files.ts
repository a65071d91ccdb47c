/** Files, folders and background jobs. */
export const files = {
  fields: {
    file: {
      id: 'Number',
      name: 'Name',
      path: 'Folder',
      mimetype: 'Type',
      size: 'Size',
      items: 'Content',
      width: 'Width',
      height: 'Height',
      hidden: 'Hidden',
      encrypted: 'Encrypted',
      owner: 'Owner',
      uploaded_by: 'Uploaded by',
      uploaded_at: 'Uploaded',
      evidence: 'Evidence of',
      scan_state: 'Virus scan',
      public_until: 'Shared until',
      deleted_at: 'Deleted',
      created_at: 'Created',
      modified_at: 'Changed',
    },
  },
  hints: {
    file: {
      hidden: 'Lists leave it out unless hidden files are shown. It does not restrict access.',
    },
  },
} as const
