import helmet from 'helmet';

/** For what a browser shows: GraphiQL carries its scripts and styles inside its page; nothing may come from elsewhere. */
export const pageSecurity = helmet({
  // Whether a host is reached by HTTPS alone is for whoever ends TLS in front of this to say.
  strictTransportSecurity: false,
  contentSecurityPolicy: {
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'", "'unsafe-inline'", "'unsafe-eval'"],
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:'],
      fontSrc: ["'self'", 'data:'],
      workerSrc: ["'self'", 'blob:'],
      connectSrc: ["'self'"],
      frameAncestors: ["'none'"],
      upgradeInsecureRequests: null,
    },
  },
});
