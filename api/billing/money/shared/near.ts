/**
 * How far what the bank has received may be from the amount at the document's rate. Between the invoice and its payment
 * lie about thirty days, in which rates of large currencies move by 3 % (a standard deviation, at 10 % a year), and banks
 * keep 1 to 3 %. What is farther is taken for a part or for too much, and a person looks at it.
 */
export const NEAR = 0.06
