##@ release

# ------------------------------------------------------------------------ documentation

SITE  = $(BUILD)/site
PAGES = $(BUILD)/site-pages

.PHONY: site site-build screenshots
site: ## write docs/, the reference of all names and the playground as a site, and check its links: build/site
	@$(setup_for) $@
	@$(MAKE) --no-print-directory -s site-build
	@echo "The site is in $(SITE): open index.html, or serve the folder."

# The pages for a server's root are left out: the site may lie in any folder.
site-build:
	@$(MAKE) --no-print-directory -s web-parts
	@rm -rf $(PAGES) $(SITE)
	@mkdir -p $(PAGES)/pages/reference
	@$(LUA) tools/reference.lua $(PAGES)/pages/reference
	@$(LUA) tools/site/pages.lua $(PAGES)
	@mkdocs build --quiet --strict -f $(PAGES)/mkdocs.yml -d $(abspath $(SITE))
	@rm -f $(SITE)/404.html $(SITE)/sitemap.xml*
	@node tools/site/search.mjs $(SITE)/search <tools/site/search.txt
	@node web/build/build.mjs $(BUILD) --output=$(SITE)/play --manual=../index.html
	@$(LUA) tools/site/links.lua $(SITE)

screenshots: ## take the pictures of the LÖVE demos anew, and the moving one of README.md
	@$(setup_for) $@
	@$(MAKE) --no-print-directory -s $(LUA51)
	@LUA_CPATH="$(abspath $(BUILD))/lua5.1/?.so;;" $(LUA) tools/screenshots.lua
