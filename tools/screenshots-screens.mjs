// Screens that `npm run screenshots` takes, in this order. A row has
//   name      of its pictures: docs/images/console-NAME-light.png and -dark.png
//   path      address at which it opens, signed in as Ada of the demo
//   prepare   optional steps until it looks as it should: (page, { url, key }) => Promise
//   viewport  optional size in CSS pixels; by default 1280 x 800
export const SCREENS = [
  {
    name: 'docs',
    path: '/docs',
    prepare: (page) => page.locator('.opblock').first().waitFor(),
  },
];
