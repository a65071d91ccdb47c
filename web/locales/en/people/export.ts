/** Export of everything, signatures, and registration of an organisation. */
export const exportTexts = {
  export: {
    title: 'Export',
    mine: 'Your data',
    mineText:
      'Everything stored about you: your account, trackers, boundaries, positions, messages and more. The zip has a CSV file for each kind, which spreadsheets open.',
    organisation: 'Data of {{name}}',
    organisationText: 'Everything that the organisation has, with the data of its members. For its administrators.',
    files: 'With the files themselves',
    zip: 'Download the zip (CSV)',
    running: 'An export is running already.',
    failed: 'The data could not be downloaded.',
    link: 'Export as CSV, with files',
  },
  signatures: {
    title: 'Signatures',
    text: 'To sign documents with. Nobody else sees them. A signature is never changed: draw a new one and delete the old one. What you have signed keeps its own copy.',
    none: 'You have no signatures yet.',
    new: 'New signature',
    name: 'Name of the signature',
    signature: 'Signature',
    makeDefault: 'Make it the default',
    isDefault: 'Default',
    made: 'The signature has been saved.',
    chosen: 'The default has been changed.',
    remove: 'Delete {{name}}',
    picture: 'Signature {{name}}',
  },
  owner: {
    title: 'Register your organisation',
    text: 'We send a link to your address. Following it lets you name your organisation, and choose a password.',
    link: 'For your organisation? <owner>Register it</owner>',
    finish: 'Name your organisation, and choose what you sign in with. You become its administrator.',
    organisation: 'Name of the organisation',
  },
} as const
