/** Credit on account of a contact. */
export const account = {
  title: 'Credit on account',
  text: 'What they have paid that belongs to no invoice. The next invoice uses it.',
  receive: 'Record money received',
  receiveText: 'Money that is not for an invoice, or not yet.',
  receiveSubmit: 'Record',
  receiveDone: 'The payment has been recorded as credit.',
  refund: 'Pay credit back',
  refundText: 'Money that you have paid back.',
  refundSubmit: 'Record the refund',
  refundDone: 'The refund has been recorded.',
  allocate: 'Use for an invoice',
  allocateText: 'Settles an open invoice by this credit, as far as it goes.',
  allocateSubmit: 'Use the credit',
  allocateDone: 'The credit has been used.',
}
