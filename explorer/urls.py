"""Every address of the site. They are permanent: a link that worked once works forever."""

from django.urls import URLPattern, URLResolver

urlpatterns: list[URLPattern | URLResolver] = []
