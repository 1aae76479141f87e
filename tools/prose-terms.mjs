// Words that the project gave up, each with what the field says instead. A pattern ignores case and matches whole words.
export const TERMS = [
  ['doors?', 'API'],
  ['gates?', 'admission'],
  ['reckon(s|ed|ing)?', 'estimate'],
  ['anew', 'again'],
  ['by hand', 'manually'],
  ['whoever', 'the caller'],
  ['whole (answers?|responses?|results?)', 'complete $1'],
  ['came and who went', 'entered or left'],
  ['come and go', 'enter and leave'],
  ['heed(s|ed)?', 'honour'],
  ['begun thousand', '1,000, rounded up'],
  ['house rules?', 'rules of the project'],
  ['not that of the caller', 'not owned by the caller'],
  ['that of the caller', 'owned by the caller'],
];
